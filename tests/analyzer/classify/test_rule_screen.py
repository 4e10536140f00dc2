"""Which rules are passed over at once: only such as could not match."""

import pytest

from casebook_analyzer.classify.lookup import FactIndex
from casebook_analyzer.classify.matching import match_rule
from casebook_analyzer.classify.rule_screen import screen_of
from casebook_analyzer.models import Category, FactKind
from casebook_analyzer.taxonomy import Condition, Rule
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says
from tests.rows import of_every

FACTS = bundle(log("timeout one"), ended(1), fact("event", "Killing", reason="Killing"), fact("alert", "fires")).facts
MATCHING = [
    Condition(),
    Condition(kind=FactKind.LOG),
    Condition(kind=(FactKind.NODE, FactKind.EVENT)),
    Condition(kind=FactKind.ALERT, text="fires"),
    Condition(attributes={"reason": "Error"}),
    Condition(matches={"reason": "^Kill"}),
    Condition(text=("refused", "timeout")),
    Condition(text="timeout {which}"),
    Condition(kind=FactKind.STATE, attributes={"reason": "Error"}, matches={"exitCode": "1"}),
]
OTHERS = [
    Condition(kind=FactKind.NODE),
    Condition(text="refused"),
    Condition(attributes={"reason": "OOMKilled"}),
    Condition(matches={"absent": "."}),
    Condition(kind=FactKind.LOG, text="timeout", attributes={"reason": "OOMKilled"}),
]


def possible(*rules: Rule) -> list[Rule]:
    screen = screen_of(rules)
    return screen.possible(FactIndex(FACTS, screen.patterns).traits)


@of_every("condition", MATCHING)
@of_every("other", [*MATCHING, *OTHERS])
def test_a_rule_that_matches_is_never_passed_over(condition: Condition, other: Condition) -> None:
    one_of = rule(Category.CONFIG_ERROR, any=(other, condition))
    both = rule(Category.CONFIG_ERROR, condition, other)
    unless = rule(Category.CONFIG_ERROR, condition, none=(other,))
    with_more = rule(Category.CONFIG_ERROR, condition, also=(other,), against=(other,))
    for one in (one_of, both, unless, with_more):
        screen = screen_of((one,))
        index = FactIndex(FACTS, screen.patterns)
        assert match_rule(one, index, {"which": "one"}) is None or screen.possible(index.traits) == [one]


@pytest.mark.parametrize("condition", OTHERS)
def test_a_rule_that_needs_what_no_fact_has_is_passed_over(condition: Condition) -> None:
    matching = rule(Category.CONFIG_ERROR, says("timeout"))
    assert possible(rule(Category.CONFIG_ERROR, condition), matching) == [matching]
    assert possible(rule(Category.CONFIG_ERROR, says("timeout"), condition), matching) == [matching]


def test_a_rule_of_whose_alternatives_none_can_hold_is_passed_over() -> None:
    matching = rule(Category.CONFIG_ERROR, says("timeout"))
    assert possible(rule(Category.CONFIG_ERROR, any=tuple(OTHERS[:4])), matching) == [matching]


def test_the_screen_of_rules_is_made_once_for_the_same_rules() -> None:
    rules = (rule(Category.CONFIG_ERROR, says("x")),)
    assert screen_of(rules) is screen_of(rules)
    other = (rule(Category.CONFIG_ERROR, says("y"), also=(says("z"),), against=(says("a"),), none=(says("n"),)),)
    assert screen_of(other).patterns.patterns == {"y", "z", "a", "n"}
