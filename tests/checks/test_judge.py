"""The judge: every promise has proofs that are there, and what failed or did not run is never hidden."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from checks import judge, larger, reliability
from checks.promises import PROMISES, PROVING, Promise
from tests.figures import summary

ROOT = Path(__file__).resolve().parent.parent.parent
LETTERS = (("A", 1, 13), ("B", 1, 5), ("C", 1, 4), ("D", 1, 4), ("F", 0, 5), ("M", 1, 4))
IDS = [f"{letter}{number}" for letter, first, last in LETTERS for number in range(first, last + 1)]
PROOF = "tests/live/test_kills.py::test_nothing_answered_is_lost_or_doubled_when_the_power_fails"
FIGURE = {"name": "away", "count": 3, "median": 1, "p95": 2, "worst": 3.5, "limit": 2, "unit": "s", "size": "9 tables"}


def line(**changed):
    usual = {"test": PROOF, "case": f"{PROOF}[production]", "outcome": "passed", "date": "2026-11-29", "soak": False}
    return usual | {"seconds": 1.0, "tries": 1, "load": 0.5, "figures": []} | changed


def cell(*lines, soak=False):
    return reliability.cell(Promise("A1", "x", "y", (PROOF,)), list(lines), soak)


def test_every_promise_is_there_once_and_has_a_proof():
    assert [promise.id for promise in PROMISES] == IDS
    assert all(promise.proofs for promise in PROMISES)


@pytest.mark.parametrize("file", sorted({proof.partition("::")[0] for proof in PROVING}))
def test_each_proof_is_a_test_that_is_there(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert {name for proof in PROVING for at, _, name in [proof.partition("::")] if at == file} <= there


def test_the_document_has_a_row_for_each_promise_and_is_what_its_figures_say():
    text = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert reliability.table(judge.read(reliability.RESULTS)) in text
    assert all(f"\n| {promise.id} | " in text for promise in PROMISES)


def test_a_figure_stands_beside_its_limit_its_size_its_date_and_the_load():
    assert cell(line(figures=[FIGURE])) == (
        "kept live/kills (2026-11-29, load 0.5); away 1 / 2 / 3.5 s, limit 2 (3 measured, 9 tables)"
    )


def test_what_failed_or_did_not_run_is_said():
    assert cell(line(), line(case=f"{PROOF}[embedded]", outcome="failed")).startswith("**failed**")
    assert cell(line(), soak=True).startswith("**not run**")


def test_the_newest_result_of_each_case_and_size_counts():
    kept = reliability.merged([line(outcome="failed"), line(soak=True)], [line(), line(test="tests/gone.py::test_x")])
    assert [(each["outcome"], each["soak"]) for each in kept] == [("passed", False), ("passed", True)]


def test_the_verdict_is_good_only_when_all_ran_and_held(capsys):
    assert judge.verdict([line()], [PROOF]) == 0
    assert judge.verdict([line(), line(outcome="failed")], [PROOF]) == 1
    assert judge.verdict([], [PROOF]) == 1
    assert judge.verdict([line(outcome="failed"), line(tries=2)], [PROOF]) == 0, "it was measured again"
    assert judge.verdict([line(outcome="failed"), line()], [PROOF]) == 1, "it was kept elsewhere"
    assert judge.verdict([line(outcome="failed"), line(outcome="failed", tries=2)], [PROOF]) == 1
    assert "NOT RUN" in capsys.readouterr().out


def test_an_unknown_promise_is_refused():
    assert judge.tests_of("A4") == list(next(each for each in PROMISES if each.id == "A4").proofs)
    with pytest.raises(SystemExit):
        judge.tests_of("A4,Z9")


@pytest.fixture
def asked(tmp_path, monkeypatch) -> list[str]:
    """What a soak of this test would run; nothing is run."""
    asked: list[str] = []

    def run(arguments: list[str], lines: Path, until: float, more: dict[str, str]) -> int:
        assert more == {"SOAK": "1"}
        asked.append(next(each for each in arguments if each.startswith("tests/")))
        return 0

    monkeypatch.setattr(judge, "VAR", tmp_path)
    monkeypatch.setattr(judge, "write_document", lambda lines: None)
    monkeypatch.setattr(judge, "run_pytest", run)
    return asked


FILES = ["tests/a/test_a.py", "tests/b/test_b.py"]


def test_a_soak_goes_on_where_it_was_and_ends_with_its_time(tmp_path, asked):
    tests = judge.tests_of("A1")
    (tmp_path / "soak.jsonl").write_text(json.dumps(line(test=tests[0], soak=True)) + "\n")
    (tmp_path / "soak.files").write_text(f"{FILES[0]} 0\n")
    assert judge.soak(tests, FILES, -1) == 1
    assert not asked
    assert judge.soak(tests, FILES, 1) == 1, "nobody has noted how the second proof ended"
    assert asked == [*tests[1:], FILES[1]]
    assert judge.soak(tests[:1], FILES, -1) == 1, "all was done, so it begins anew"
    assert not (tmp_path / "soak.files").exists()


def test_a_larger_test_that_fails_or_was_not_run_is_told(tmp_path, asked, monkeypatch, capsys):
    monkeypatch.setattr(judge, "run_pytest", lambda arguments, *_: 1 if FILES[0] in arguments else None)
    assert judge.soak([], FILES, 1) == 1
    out = capsys.readouterr().out
    assert f"FAILED    {FILES[0]}" in out
    assert f"NOT RUN   {FILES[1]}" in out, "it was stopped, for the time was over"


def test_the_larger_tests_are_those_that_ask_for_it_the_pages_last_and_no_proof_runs_twice():
    found = larger.larger()
    assert {"tests/rules/test_contract.py", "tests/matchmaking/test_feed.py"} <= set(found), "by a helper, by itself"
    assert not any("test_judge" in file for file in found), "it only notes whether SOAK was set"
    assert found[-1].startswith("tests/browser/")
    assert f"--deselect={PROOF}" in larger.without_proofs(PROOF.partition("::")[0])
    assert larger.without_proofs(PROOF) == [PROOF]


def test_a_run_that_takes_too_long_is_ended(tmp_path, monkeypatch):
    sleeper = tmp_path / "test_long.py"
    sleeper.write_text("import time\n\ndef test_long():\n    time.sleep(600)\n")
    judge.run_pytest(["-p", "no:cacheprovider", str(sleeper)], tmp_path / "lines", judge.time.monotonic() + 1, {})


def test_a_summary_tells_median_p95_and_the_worst():
    assert summary([3, 1, 2]) == {"count": 3, "median": 2, "p95": 3, "worst": 3}
