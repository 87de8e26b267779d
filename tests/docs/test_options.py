"""What our pages say of commands in passing is true: targets of make, commands of manage.py, modules, options."""

from __future__ import annotations

import functools
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.docs.markdown import blocks, name_of, pages, spoken
from tests.stack import ROOT

MAKE = re.compile(r"^(?:[A-Z_]+=\S+ )*make ([a-z][a-z-]*)")
MANAGE = re.compile(r"manage\.py ([a-z_]+)(.*)")
MODULE = re.compile(r"python -m ((?:config|bench|rules|tests|checks)[\w.]*)(.*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
TESTS = re.compile(r"pytest\b.* (tests/[\w/.]+)")
TARGET = re.compile(r"^([a-z][a-z-]*):.*## ", re.MULTILINE)
PAGES = {name_of(page): page for page in pages()}


def said(page: str) -> list[str]:
    """Return all commands of a page, those within sentences too."""
    lines = [command for block in blocks(PAGES[page]) for command in block.commands]
    return lines + spoken(PAGES[page])


@functools.cache
def help_of_command(name: str) -> str:
    """Return what `manage.py NAME --help` prints."""
    command = load_command_class(get_commands()[name], name)
    return str(command.create_parser("manage.py", name).format_help())


@functools.cache
def help_of_module(name: str) -> str:
    """Return what `python -m NAME --help` prints; of a module that reads its one option itself, its text."""
    spec = importlib.util.find_spec(name)
    if spec and spec.origin and "argparse" not in (text := Path(spec.origin).read_text()):
        return text
    ask = [sys.executable, "-m", name, "--help"]
    return subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True).stdout


def faults(command: str) -> list[str]:
    """Return what is not there of all that a command names."""
    found = [f"make {target}" for target in MAKE.findall(command) if target not in targets()]
    found += [path for path in TESTS.findall(command) if not (ROOT / path).exists()]
    if match := MANAGE.search(command):
        name, rest = match.groups()
        if name not in get_commands():
            return [*found, f"manage.py {name}"]
        found += [one for one in OPTION.findall(rest) if one not in help_of_command(name)]
    elif match := MODULE.search(command):
        name, rest = match.groups()
        if importlib.util.find_spec(name) is None:
            return [*found, name]
        if (asked := OPTION.findall(rest)) and name != "rules":  # that one is run as it is written
            found += [one for one in asked if one not in help_of_module(name)]
    return found


def targets() -> set[str]:
    """Return the targets of the Makefile that are meant for people."""
    return set(TARGET.findall((ROOT / "Makefile").read_text()))


@pytest.mark.parametrize("page", [name for name in PAGES if "docs/decisions/" not in name])
def test_every_command_and_option_that_a_page_names_is_there(page):
    assert [fault for command in said(page) for fault in faults(command)] == []


def test_what_is_not_there_is_found():
    assert faults("make tea") == ["make tea"]
    assert faults(".venv/bin/pytest tests/tea -n 2") == ["tests/tea"]
    assert faults("python manage.py brew --hot") == ["manage.py brew"]
    assert faults("python manage.py mail_in --lmtp --hot") == ["--hot"]
    assert faults("python -m config.embedded --port 1 --hot") == ["--hot"]


def test_the_readme_lists_all_targets_of_the_makefile_and_no_others():
    table = re.findall(r"^\| `make ([a-z-]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    parts = {"lint", "types", "contracts", "sizes"}  # of `make check`
    assert set(table) == targets() - {"help"} - parts
