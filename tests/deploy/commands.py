"""The commands of docs/deploy.md and docs/operations.md, as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY, RESTORE = ("docs/deploy.md", "<!-- deploy-test"), ("docs/operations.md", "<!-- restore-test")
_BLOCK = r"^{mark}(?P<mercy>: [^>]*)? -->\n```sh\n(?P<text>.*?)^```$"


def blocks(document: str, mark: str) -> list[str]:
    """Return each marked block of commands, in order; one that may say that something is wrong ends in `|| true`."""
    marked = re.compile(_BLOCK.format(mark=mark), re.MULTILINE | re.DOTALL)
    return [_block(found) for found in marked.finditer((ROOT / document).read_text())]


def _block(found: re.Match[str]) -> str:
    return found["text"].rstrip("\n") + (" || true\n" if found["mercy"] else "\n")


def script(commands: list[str], own: dict[str, str]) -> str:
    """Return one script of all blocks that stops at the first failure; `own` are the values that a reader puts in."""
    text = "set -eu\n" + "\n".join(commands)
    for name, value in own.items():
        text, replaced = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        assert replaced, f"the document asks nobody for {name}"
    return text
