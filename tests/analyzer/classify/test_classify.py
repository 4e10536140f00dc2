"""The conclusion as a whole: what it says, cites, misses and takes from the taxonomy."""

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind, GapReason
from casebook_analyzer.taxonomy import Condition, OtherReading, Rule, Strength, shipped_taxonomy
from tests.analyzer.classify.builders import at, bundle, ended, fact, gap, log, rule, says

SHIPPED = shipped_taxonomy()


def concluded(*facts: Fact, rules: tuple[Rule, ...], **changes: object) -> Conclusion:
    return classify(bundle(*facts, **changes), msgspec.structs.replace(SHIPPED, rules=rules))


CONFIG = rule(
    Category.CONFIG_ERROR,
    says("(?P<variable>URL) is not set"),
    strength=Strength.DECISIVE,
    cause="{variable} is not set.",
    effect="It ends.",
    missing=("The env of {workload}.", "The env of {workload}.", "The chart."),
    runbook="https://runbooks.example/config",
    also=(Condition(kind=FactKind.CHANGE),),
    against=(Condition(kind=FactKind.LOG, text="works", because="It works with {variable}."),),
)
SAID = log("URL is not set")


def test_a_conclusion_says_what_its_rule_says() -> None:
    found = concluded(ended(1), SAID, log("works"), rules=(CONFIG,))
    assert (found.category, found.title, found.rules) == (Category.CONFIG_ERROR, CONFIG.title, (CONFIG.id,))
    assert found.summary == "URL is not set. It ends."
    assert found.contradictions == ("It works with URL. (F3)",)
    assert found.missing == ("The env of checkout.", "The chart.")
    assert found.runbook == "https://runbooks.example/config"
    assert found.taxonomy_version == SHIPPED.version


def test_the_summary_of_a_rule_without_an_effect_is_its_cause() -> None:
    plain = msgspec.structs.replace(CONFIG, effect="")
    assert concluded(SAID, rules=(plain,)).summary == "URL is not set."
    long = msgspec.structs.replace(CONFIG, effect="word " * 200)
    assert len(concluded(SAID, rules=(long,)).summary) <= 600


def test_what_no_rule_knows_is_kept_and_says_so() -> None:
    found = concluded(ended(1), rules=())
    assert (found.category, found.title) == (Category.UNKNOWN, "No rule recognises this failure")
    assert found.summary == (
        "No rule recognises this failure of checkout; the evidence is kept, and the case can be found again."
    )
    assert (found.runbook, found.severity, found.contradictions, found.rules) == ("", None, (), ())


def test_facts_are_cited_in_the_order_of_their_weight() -> None:
    other = rule(Category.CONFIG_ERROR, says("no file"), strength=Strength.SUGGESTIVE)
    change = fact("change", "env removed", time=at(-60), change="template")
    found = concluded(ended(1), log("no file"), change, SAID, rules=(other, CONFIG))
    assert found.cited[:3] == ("F4", "F3", "F2")
    assert set(found.cited) == {"F1", "F2", "F3", "F4"}
    assert found.rules == (CONFIG.id, other.id)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (GapReason.FORBIDDEN, "what events reads: Casebook may not read it"),
        (GapReason.NOT_FOUND, "what events reads: not there"),
        (GapReason.TIMEOUT, "what events reads: not answered in time"),
        (GapReason.UNAVAILABLE, "what events reads: not available"),
    ],
)
def test_what_could_not_be_read_is_missing_with_its_reason(reason: GapReason, words: str) -> None:
    found = concluded(SAID, rules=(CONFIG,), gaps=(gap("events", reason=reason),))
    assert found.missing[0] == words
    detailed = concluded(SAID, rules=(CONFIG,), gaps=(gap("events", reason=reason, detail="403"),))
    assert detailed.missing[0] == f"{words} (403)"


def test_what_was_read_in_part_is_not_missing_and_ten_are_enough() -> None:
    assert concluded(rules=(), gaps=(gap("logs", reason=GapReason.TRUNCATED),)).missing == ()
    many = tuple(gap(f"c{n}") for n in range(12))
    assert len(concluded(rules=(), gaps=many).missing) == 10


def test_other_containers_are_asked_where_the_own_says_nothing() -> None:
    said = log("URL is not set", container="proxy")
    fails_too = ended(1, container="proxy")
    generic = rule(Category.UNKNOWN, Condition(kind=FactKind.STATE), generic=True)
    strong = msgspec.structs.replace(CONFIG, strength=Strength.DECISIVE)
    assert concluded(ended(1), said, fails_too, rules=(strong,)).category is Category.CONFIG_ERROR
    assert concluded(ended(1), said, fails_too, rules=(strong, generic)).category is Category.CONFIG_ERROR
    specific = rule(Category.UNKNOWN, Condition(kind=FactKind.STATE))
    assert concluded(ended(1), said, fails_too, rules=(strong, specific)).category is Category.UNKNOWN
    assert concluded(ended(1), said, fails_too, rules=()).title == "No rule recognises this failure"


def test_a_category_that_is_given_as_another_reading_is_not_ruled_out() -> None:
    def ruled(*rules: Rule) -> set[Category]:
        return {one.category for one in concluded(ended(137), rules=rules).ruled_out}

    maybe = OtherReading(category=Category.RESOURCE_EXHAUSTION, reason="It may be memory.")
    ends = rule(Category.SOFTWARE_BUG, Condition(kind=FactKind.STATE))
    assert Category.RESOURCE_EXHAUSTION in ruled(ends)
    assert Category.RESOURCE_EXHAUSTION not in ruled(msgspec.structs.replace(ends, alternatives=(maybe,)))
