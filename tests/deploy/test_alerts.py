"""The alerts ask for measures that exist, by labels that they have, and the operator is told what to do about each."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
import yaml
from prometheus_client import REGISTRY

from config import metrics
from config.visitors import Visitors
from games import errors, measures
from tests.deploy.commands import ROOT

[GROUP] = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text())["groups"]
ALERTS = {rule["alert"]: rule for rule in GROUP["rules"]}
OPERATIONS = (ROOT / "docs/operations.md").read_text()
NAMED = re.compile(r"\b(quintet_\w+)(?:\{([^}]*)\})?")


def names_of(families: Iterable[object]) -> set[str]:
    """Return the names of a family's samples; a histogram's and a counter's have endings."""
    found = set()
    for family in families:
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
        found |= {family.name + ending for ending in endings}
    return found


@pytest.fixture
def shown(transactional_db) -> set[str]:
    """Return the names of all measures of ours that some process shows."""
    assert Visitors  # what counts sockets is registered with it
    found = names_of([*REGISTRY.collect(), *metrics.Database().collect(), *metrics.Rooms().collect()])
    return {name for name in found if name.startswith("quintet_")}


def test_what_an_alert_asks_for_is_shown_by_a_process(shown):
    for alert, rule in ALERTS.items():
        asked = {name for name, _ in NAMED.findall(rule["expr"])}
        assert asked or "up{" in rule["expr"], alert
        assert asked <= shown, alert


def test_labels_and_bounds_of_an_alert_are_ones_that_are_counted():
    told = {pair for rule in ALERTS.values() for _, labels in NAMED.findall(rule["expr"]) for pair in labels.split(",")}
    assert told - {""} == {'door="socket"', f'code="{errors.try_again().code}"'}
    bound = float(ALERTS["QuintetAnswersSlow"]["expr"].rpartition(">")[2])
    measures.note_answer("socket", 0, 1)
    answers = next(one for one in REGISTRY.collect() if one.name == "quintet_answer_seconds")
    assert bound in {float(one.labels["le"]) for one in answers.samples if "le" in one.labels}  # else it is guessed


def test_a_clock_that_is_gone_is_noticed_though_it_tells_nothing_any_more():
    of_clock = {name for rule in ALERTS.values() for name in re.findall(r"absent\((\w+)\)", rule["expr"])}
    assert of_clock == {"quintet_database_answers"}  # the one that the clock shows also without the database


def test_the_operator_is_told_what_each_alert_means_and_what_each_measure_is(shown):
    told = re.findall(r"^\| `(Quintet\w+)` \|", OPERATIONS, re.MULTILINE)
    assert told == list(ALERTS)
    families = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in shown}
    listed = {re.sub(r"_total$", "", name) for name in re.findall(r"`(quintet_\w+)", OPERATIONS)}
    assert families == listed
