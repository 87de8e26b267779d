"""The table of docs/reliability.md: each promise, its proofs, and what they have measured, short and at full size."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from checks.promises import PROMISES, PROVING, Promise

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT, RESULTS = ROOT / "docs" / "reliability.md", ROOT / "docs" / "reliability.jsonl"
BEGIN, END = "<!-- made by `make judge` and `make soak`: begin -->", "<!-- end -->"
HEAD = "| | promise, meant size | `make judge` | `make soak` |\n| --- | --- | --- | --- |"
Line = dict[str, Any]


def merged(old: Iterable[Line], new: Iterable[Line]) -> list[Line]:
    """Return the newest line of each case and size; none of a test that proves nothing any more."""
    newest = {(line["soak"], line["case"]): line for line in [*old, *new] if line["test"] in PROVING}
    return [newest[key] for key in sorted(newest)]


def write_document(lines: list[Line]) -> None:
    """Keep the lines, and write the table between its marks."""
    RESULTS.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{table(lines)}\n\n{END}{after}", encoding="utf-8")


def table(lines: list[Line]) -> str:
    """Return the table in Markdown."""
    rows = []
    for promise in PROMISES:
        meant = f"{promise.text}. *{promise.size}*" + (f"; here: {promise.lacks}" if promise.lacks else "")
        rows.append(f"| {promise.id} | {meant} | {cell(promise, lines, False)} | {cell(promise, lines, True)} |")
    return "\n".join([HEAD, *rows])


def cell(promise: Promise, lines: list[Line], soak: bool) -> str:
    """Return what is known of a promise at one size; what failed or did not run is said first."""
    if not promise.proofs:
        return "**no proof yet**"
    found = {
        proof: [line for line in lines if line["test"] == proof and line["soak"] is soak] for proof in promise.proofs
    }
    parts = [_proof(proof, ran) for proof, ran in found.items()]
    return "<br>".join(sorted(parts, key=lambda part: not part.startswith("**")))


def _proof(proof: str, ran: list[Line]) -> str:
    name = re.sub(r"tests/|\.py|test_", "", proof.partition("::")[0])
    if not ran:
        return f"**not run** {name}"
    bad = [line for line in ran if line["outcome"] != "passed"]
    state = f"**{bad[0]['outcome']}** {name}" if bad else f"kept {name}"
    told = [_figure(figure) for line in ran for figure in line["figures"]]
    last = max(line["date"] for line in ran)
    load, tries = max(line["load"] for line in ran), max(line.get("tries", 1) for line in ran)
    again = f", at try {tries}" if tries > 1 else ""
    return f"{state} ({last}, load {load:.1f}{again})" + "".join(f"; {each}" for each in told)


def _figure(figure: dict[str, Any]) -> str:
    unit = f" {figure['unit']}" if figure["unit"] else ""
    limit = "" if figure["limit"] is None else f", limit {figure['limit']:g}"
    size = f", {figure['size']}" if figure["size"] else ""
    numbers = f"{figure['median']:g} / {figure['p95']:g} / {figure['worst']:g}{unit}"
    return f"{figure['name']} {numbers}{limit} ({figure['count']} measured{size})"
