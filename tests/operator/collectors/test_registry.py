"""The names by which rules ask for collectors."""

from casebook_analyzer.evidence import second_look
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.collectors.registry import COLLECTORS, NAMES


def test_every_collector_has_its_own_name() -> None:
    assert len(NAMES) == len(COLLECTORS)


def test_rules_ask_for_collectors_that_exist() -> None:
    asked = {(name, rule.id) for rule in load_taxonomy(()).rules for name in rule.asks}
    assert not {(name, rule) for name, rule in asked if name not in NAMES}


def test_what_separates_categories_are_collectors_that_exist() -> None:
    assert {name for names in second_look._DECIDED_BY.values() for name in names} <= NAMES
