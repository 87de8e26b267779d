"""Every command in our pages is run: here, by a test that is named, or it is written down why by none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config.variables import VARIABLES
from tests.docs import known
from tests.docs.markdown import Block, blocks, pages
from tests.stack import ROOT

ASSIGNED = re.compile(r"^(?:[A-Z_]+=\S+\s+)+")
SETTING = re.compile(r"(?:(?<=export )|(?<=  ))([A-Z_]+)=")  # several stand in one line
BLOCKS = [block for page in pages() for block in blocks(page)]


def is_for_a_shell(block: Block) -> bool:
    """Whether a block is to be typed in."""
    return block.language == "sh" or ASSIGNED.sub("", block.commands[0]).startswith(known.PROGRAMS)


def unknown(block: Block) -> list[str]:
    """Return the commands of a block of which nobody has said what becomes of them."""
    if block.mark.startswith(tuple(known.MARKS)) or block.commands[0] in known.PICTURES:
        return []
    if not is_for_a_shell(block):
        return [block.commands[0]]
    told = known.HERE | known.SMALLER.keys() | known.ELSEWHERE.keys() | known.OWN_MACHINE.keys()
    return [command for command in block.commands if command not in told and not sets(command)]


def sets(command: str) -> bool:
    """Whether a line is no command but sets what the site reads, or is an address to be given to others."""
    names = set(SETTING.findall(command))
    is_known = bool(names) and names <= {one.name for one in VARIABLES}
    return command.startswith("https://") or (command.startswith("export ") and is_known)


def to_run() -> list[Block]:
    """Return the blocks of which something is run here."""
    mine = known.HERE | known.SMALLER.keys()
    return [block for block in BLOCKS if mine.intersection(block.commands)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like that of somebody who has fetched the project, in which nothing of ours can be spoilt."""
    for one in ROOT.iterdir():
        if one.name not in {".git", ".venv", "var"}:
            (tmp_path / one.name).symlink_to(one)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def run(checkout: Path, commands: list[str]) -> subprocess.CompletedProcess[str]:
    """Run commands as a reader would, who has the environment's `python` first in the path."""
    path = f"{sys.prefix}/bin:{os.environ['PATH']}"
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment = {**outer, "PATH": path, "VAR_DIR": str(checkout / "var")}
    script = "\n".join(commands)
    bash = ["bash", "-eu", "-c", script]
    return subprocess.run(bash, env=environment, cwd=checkout, capture_output=True, text=True, timeout=300, check=False)


def test_it_is_known_of_every_command_what_becomes_of_it():
    assert {block.file: unknown(block) for block in BLOCKS if unknown(block)} == {}


def test_a_command_and_a_block_that_nobody_knows_are_found():
    assert unknown(Block("README.md", "", ("    make run", "    make tea  # hot"))) == ["make tea"]
    assert unknown(Block("README.md", "", ("    export TEA=hot",))) == ["export TEA=hot"]
    assert unknown(Block("README.md", "", ("    boil --water",))) == ["boil --water"]


def test_nothing_is_known_that_stands_nowhere():
    written = {command for block in BLOCKS for command in block.commands}
    tables = (known.HERE, known.SMALLER, known.ELSEWHERE, known.OWN_MACHINE, known.PICTURES)
    assert [command for table in tables for command in table if command not in written] == []
    assert [mark for mark in known.MARKS if not any(block.mark.startswith(mark) for block in BLOCKS)] == []


def test_who_is_said_to_run_a_command_does():
    assert [place for place, words in known.ELSEWHERE.values() if words not in (ROOT / place).read_text()] == []
    assert [place for mark, place in known.MARKS.items() if mark not in (ROOT / place).read_text()] == []


@pytest.mark.parametrize("block", to_run(), ids=lambda block: f"{block.file}: {block.commands[0]}")
def test_the_commands_work_as_they_are_written(checkout, block):
    commands = [known.SMALLER.get(command, command) for command in block.commands]
    mine = known.HERE | set(known.SMALLER.values())
    done = run(checkout, [command for command in commands if command in mine])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
