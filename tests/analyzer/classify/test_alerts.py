"""What an alert says is an opinion: only a rule that names alerts rests on one."""

from casebook_analyzer.models import Category, FactKind
from casebook_analyzer.taxonomy import Condition
from tests.analyzer.classify.builders import bundle, fact, log, matches, rule, weighing

TOLD = "DATABASE_URL is not set"
ALERT = fact("alert", TOLD, alertname="HighLatency", reason="HighLatency")


def test_a_condition_without_a_kind_means_everything_but_alerts() -> None:
    anything = rule(Category.CONFIG_ERROR, Condition(text="is not set"))
    assert matches(bundle(ALERT), anything) == []
    (match,) = matches(bundle(ALERT, log(TOLD)), anything)
    assert [one.kind for one in match.facts] == [FactKind.LOG]


def test_an_alert_does_not_exclude_or_contradict_either() -> None:
    wary = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.LOG), none=(Condition(text="not set"),))
    assert matches(bundle(ALERT, log("it ends")), wary)


def test_a_rule_that_names_alerts_finds_them() -> None:
    named = rule(Category.SOFTWARE_BUG, Condition(kind=FactKind.ALERT, attributes={"alertname": "HighLatency"}))
    (match,) = matches(bundle(ALERT), named)
    assert match.facts[0].text == TOLD
    assert weighing(bundle(ALERT), named).category is Category.SOFTWARE_BUG
