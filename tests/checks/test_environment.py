"""Whoever runs a site finds in docs/deploy.md every name that may stand in the environment, and no other."""

import pytest

from checks import environment


def test_the_table_is_what_would_be_written_and_every_name_is_told(capsys):
    assert environment.main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    "code",
    [
        "env.int('NEW_NAME', default=7)",
        "env('NEW_NAME', default=7)",
        "os.environ.get('NEW_NAME', 7)",
        "os.getenv('NEW_NAME', 7)",
    ],
)
def test_a_read_is_found_with_its_default(code):
    assert list(environment.reads_of(f"def f():\n    return {code}\n")) == [("NEW_NAME", "7")]


def test_a_read_without_a_default_is_found():
    assert list(environment.reads_of("value = os.environ['NEW_NAME']")) == [("NEW_NAME", "")]


def test_what_is_read_and_not_told_is_named():
    found = environment.reads()
    [fault] = environment.amiss({**found, "NEW_NAME": "7"})
    assert fault.startswith("NEW_NAME is read")


def test_what_is_told_and_not_read_is_named():
    found = dict(environment.reads())
    del found["GUEST_RATE"]
    assert list(environment.amiss(found)) == ["GUEST_RATE is told in config/variables.py, and nothing reads it"]


def test_a_table_that_is_of_another_day_is_said_and_can_be_written(tmp_path, monkeypatch, capsys):
    copy = tmp_path / "deploy.md"
    whole = environment.DOCUMENT.read_text()
    copy.write_text(whole.replace("| `GUEST_RATE` |", "| `GUEST_PACE` |"))
    monkeypatch.setattr(environment, "DOCUMENT", copy)
    assert environment.main([]) == 1
    assert "not up to date" in capsys.readouterr().out
    assert environment.main(["--write"]) == 0
    assert copy.read_text() == whole
