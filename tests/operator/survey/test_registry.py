"""A collector that lies in the folder is registered, and says of itself all that others make of it."""

import pkgutil
from pathlib import Path

import pytest

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator import collectors
from casebook_operator.kube import paths
from casebook_operator.reading.collector import Collector
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.survey.needs import AROUND
from casebook_operator.survey.registry import COLLECTORS, NAMES

TESTS = Path(__file__).parents[1] / "collectors"
EACH = pytest.mark.parametrize("collector", COLLECTORS, ids=lambda one: one.name)


def test_every_file_is_the_collector_of_its_name() -> None:
    assert sorted(NAMES) == [module.name for module in pkgutil.iter_modules(collectors.__path__)]


def test_the_order_in_a_bundle_is_never_left_to_chance() -> None:
    ranks = [collector.rank for collector in COLLECTORS]
    assert len(set(ranks)) == len(ranks), "give the new collector a rank of its own"
    assert ranks == sorted(ranks)


def test_every_collector_has_tests_of_its_name() -> None:
    tested = {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")}
    assert tested == NAMES


def test_there_is_a_path_for_what_is_read_and_for_nothing_else() -> None:
    needs = {*AROUND, *(need for collector in COLLECTORS for need in collector.needs)}
    read = {need.kind for need in needs} | {stream.kind for stream in STREAMS}
    assert read == set(paths.KINDS), "kube/paths.py has the path of every kind that is read, and of no other"


@EACH
def test_every_collector_says_what_it_tells_and_when(collector: Collector) -> None:
    assert collector.when
    assert collector.tells
    assert "\n" not in collector.when + collector.tells


def test_rules_ask_for_collectors_that_exist() -> None:
    asked = {(name, rule.id) for rule in load_taxonomy(()).rules for name in rule.asks}
    assert not {(name, rule) for name, rule in asked if name not in NAMES}
