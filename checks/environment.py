"""The table of the environment in docs/deploy.md: `python -m checks.environment --write` writes it anew.

Without --write it says what is amiss: a table that is not what would be written, a name that is read and not told in
config/variables.py, or told and read nowhere.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from config.variables import OWN, VARIABLES, Variable

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "deploy.md"
CODE = ("config", "accounts", "games", "matchmaking", "rules")
BY_OTHERS = {"FORWARDED_ALLOW_IPS"}  # read by uvicorn
_TABLE = re.compile(r"(?<=<!-- environment: written by checks/environment.py -->\n).*?(?=<!-- /environment -->)", re.S)
_SPOKEN_OF = "env"  # stands in whatever reads the environment; to take apart the rest takes a second
_SHOWN = {"False": "`off`", "True": "`on`", "''": "none", "[]": "none", "{}": "`{}`"}


def main(arguments: list[str]) -> int:
    """Write the table, or say what is amiss; returns the exit status."""
    text = DOCUMENT.read_text()
    wanted = _TABLE.sub(lambda _: table(), text)
    if "--write" in arguments:
        DOCUMENT.write_text(wanted)
    elif wanted != text:
        print("docs/deploy.md: the table is not up to date: python -m checks.environment --write")
    faults = list(amiss(reads()))
    print("\n".join(faults) or f"{len(VARIABLES)} names, all of them told")
    return int(bool(faults) or ("--write" not in arguments and wanted != text))


def table() -> str:
    """Return the table as it stands in the documentation."""
    found = reads()
    rows = [f"| `{one.name}` | {_default(one, found)} | {one.what} |" for one in VARIABLES]
    return "\n".join(["| variable | default | what |", "| --- | --- | --- |", *rows, ""])


def _default(one: Variable, found: dict[str, str]) -> str:
    plain = one.default or found.get(one.name, "")
    return plain if one.default else _SHOWN.get(plain, f"`{_unquoted(plain)}`")


def _unquoted(source: str) -> str:
    value = ast.literal_eval(source)
    return ",".join(value) if isinstance(value, list) else str(value)


def amiss(found: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each name that is read and not told, or told and not read."""
    told = {one.name for one in VARIABLES}
    for name in sorted(set(found) - told - OWN):
        yield f"{name} is read from the environment, and config/variables.py does not tell of it"
    for name in sorted(told - set(found) - BY_OTHERS):
        yield f"{name} is told in config/variables.py, and nothing reads it"
    for one in VARIABLES:
        if one.name in found and not one.default and not _is_plain(found[one.name]):
            yield f"{one.name}: its default is worked out, so config/variables.py must tell it"


def _is_plain(source: str) -> bool:
    try:
        ast.literal_eval(source)
    except ValueError:
        return False
    return True


@cache
def reads() -> dict[str, str]:
    """Return each name that our code reads from the environment, with the source of its default; as it was at first."""
    paths = [ROOT / "manage.py", *(path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py")))]
    found: dict[str, str] = {}
    for source in (text for path in paths if _SPOKEN_OF in (text := path.read_text())):
        for name, default in reads_of(source):
            found[name] = found.get(name) or default  # one that is read twice has its default once
    return found


def reads_of(source: str) -> Iterator[tuple[str, str]]:
    """Yield name and source of the default of each read in a piece of code: env.kind(…), os.environ…, os.getenv(…)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _is_read(node.func) and (name := _text(node.args)):
            yield name, _source_of_default(node)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ" and (n := _text([node.slice])):
            yield n, ""


def _is_read(function: ast.expr) -> bool:
    whole = ast.unparse(function)
    return bool(re.fullmatch(r"env(\.\w+)?|os\.environ\.(get|pop)|os\.getenv", whole))


def _text(arguments: list[ast.expr]) -> str:
    first = arguments[0] if arguments else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def _source_of_default(call: ast.Call) -> str:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "default"]
    return ast.unparse((named or call.args[1:2] or [ast.Constant("")])[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
