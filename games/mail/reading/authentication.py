"""What our own mail server found out about who sent a letter. Anybody may write such a header: only its counts."""

from __future__ import annotations

from games.mail.reading.addresses import without_comments, without_quoted

_ALIGNED = {"spf": ("smtp.mailfrom", "smtp.from"), "dkim": ("header.d", "header.i")}


def authentication_of(results: list[str], *, trusted_edge: str, sender: str) -> str:
    """Return pass, fail or none, by the outermost Authentication-Results of the trusted server.

    DMARC decides; without it SPF or DKIM for the domain of the sender passes, and a failure of either with no such
    pass fails.
    """
    for value in results if trusted_edge else ():
        server, *found = without_comments(without_quoted(value)).split(";")
        if server.split()[:1] and server.split()[0].lower() == trusted_edge.lower():
            return _judged([_result(text) for text in found], sender.rpartition("@")[2])
    return "none"


def _result(text: str) -> tuple[str, str, dict[str, str]]:
    """Return method, result and properties of one finding, in lower case."""
    words = [word.partition("=") for word in "=".join(map(str.strip, text.lower().split("="))).split()]
    if not words:
        return "", "", {}
    method, _, result = words[0]
    return method.partition("/")[0], result, {name: value for name, _, value in words[1:]}


def _judged(found: list[tuple[str, str, dict[str, str]]], domain: str) -> str:
    dmarc = {result for method, result, _ in found if method == "dmarc"}
    if "fail" in dmarc:
        return "fail"
    if dmarc == {"pass"}:
        return "pass"
    if any(result == "pass" and _is_aligned(method, properties, domain) for method, result, properties in found):
        return "pass"
    failed = any(method in _ALIGNED and result in ("fail", "hardfail", "softfail") for method, result, _ in found)
    return "fail" if failed else "none"


def _is_aligned(method: str, properties: dict[str, str], domain: str) -> bool:
    names = (properties.get(name, "").rpartition("@")[2] for name in _ALIGNED.get(method, ()))
    return bool(domain) and any(
        name and (name == domain or (domain.endswith(f".{name}") and "." in name)) for name in names
    )
