"""The commands of docs/deploy.md, as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "docs" / "deploy.md"
_BLOCK = re.compile(r"^<!-- deploy-test(?P<mercy>: [^>]*)? -->\n```sh\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[str]:
    """Return each marked block of commands, in order; one that may say that something is wrong ends in `|| true`."""
    return [_block(found) for found in _BLOCK.finditer(DOCUMENT.read_text())]


def _block(found: re.Match[str]) -> str:
    return found["text"].rstrip("\n") + (" || true\n" if found["mercy"] else "\n")


def script(commands: list[str], own: dict[str, str]) -> str:
    """Return one script of all blocks that stops at the first failure; `own` are the values that a reader puts in."""
    text = "set -eu\n" + "\n".join(commands)
    for name, value in own.items():
        text, replaced = re.subn(rf"^{name}=.*$", f"{name}={value}", text, count=1, flags=re.MULTILINE)
        assert replaced, f"docs/deploy.md asks nobody for {name}"
    return text
