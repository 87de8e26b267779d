"""The house rules can fail: a gate that lets everything through is worse than none."""

from pathlib import Path

import pytest

from checks import rules_imports, sizes


def measures(*lines: int) -> list[sizes.Measure]:
    return [sizes.Measure(f"place {index}", count) for index, count in enumerate(lines)]


def test_lengths_within_limit_and_budget_are_fine():
    assert list(sizes.FUNCTIONS.faults(measures(*[8] * 9, 50))) == []


def test_one_function_over_the_limit_is_named():
    assert list(sizes.FUNCTIONS.faults(measures(*[8] * 9, 51))) == [
        "place 9: 51 lines; a function has at most 50",
    ]


def test_too_many_over_the_budget_are_named():
    [fault] = sizes.FILES.faults(measures(*[100] * 8, 301, 302))
    assert "2 of 10 files have over 300 lines" in fault
    assert "place 9 (302), place 8 (301)" in fault


def test_a_function_is_measured_from_def_to_its_last_line(tmp_path):
    source = tmp_path / "some.py"
    source.write_text("@cached\ndef one():\n    return 1\n\n\nclass It:\n    async def two(self):\n        pass\n")
    assert [(m.name.split()[-1], m.lines) for m in sizes.functions_of(source)] == [("one", 2), ("two", 2)]


@pytest.mark.parametrize(
    ("path", "line", "fault"),
    [
        ("rules/codec.py", "import django", "standard library only"),
        ("rules/codec.py", "def f():\n    from msgspec import json", "standard library only"),
        ("rules/bots.py", "from rules.sequence import game", "the core names no game"),
        ("rules/bots.py", "from rules import sequence", "the core names no game"),
        ("rules/blitz/bot.py", "from rules.sequence.models import State", "no game imports another"),
        ("rules/blitz/bot.py", "from ..sequence import models", "no game imports another"),
        ("rules/blitz/bot.py", "import json\nfrom rules import contract\nfrom . import models", None),
        ("rules/bots.py", "import json\nfrom . import contract", None),
    ],
)
def test_an_import_that_rules_must_not_have_is_named(tmp_path, monkeypatch, path, line, fault):
    monkeypatch.chdir(tmp_path)
    Path(path).parent.mkdir(parents=True)
    Path(path).write_text(line)
    found = list(rules_imports.faults_of(Path(path), {"sequence", "blitz"}))
    assert [fault in sentence for sentence in found] == [True] if fault else found == []
