"""Which facts a rule rests on, in which order, and what its sentences are filled with."""

import msgspec
import pytest

from casebook_analyzer.classify.lookup import FactIndex
from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.classify.rule_screen import screen_of
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition
from tests.analyzer.classify.builders import POD, bundle, ended, fact, log, rule, says
from tests.rows import of_every

LINES = [log(f"timeout {n}", code=str(n)) for n in range(5)]
STATE, LOG, EVENT = FactKind.STATE, FactKind.LOG, FactKind.EVENT


def match(rule_: object, *facts: Fact, **known: str) -> Match:
    found = match_rule(rule_, bundle(*facts).facts, known)  # type: ignore[arg-type]
    assert found is not None
    return found


def ids(facts: tuple[Fact, ...]) -> list[str]:
    return [one.id for one in facts]


@of_every(
    ("condition", "found"),
    [
        (Condition(text="timeout"), ["F1", "F2"]),
        (Condition(kind=LOG), ["F1", "F2"]),
        (Condition(kind=(STATE, EVENT)), ["F3", "F4"]),
        (Condition(kind=(EVENT, STATE), text="timeout"), []),
        (Condition(attributes={"reason": "Error"}), ["F3"]),
        (Condition(attributes={"reason": "Error", "exitCode": "2"}), []),
        (Condition(matches={"reason": "^(?:Error|Killing)$"}), ["F3", "F4"]),
        (Condition(matches={"reason": "^Err", "exitCode": "^1"}), ["F3"]),
        (Condition(matches={"reason": "^Err", "exitCode": "^2"}), []),
        (Condition(matches={"absent": "."}), []),
        (Condition(text=("refused", "timeout two")), ["F2"]),
        (Condition(text="timeout", unless=("two",)), ["F1"]),
        (Condition(text="timeout", unless=("two", "one")), []),
        (Condition(text="timeout {which}"), ["F2"]),
        (Condition(), ["F1", "F2", "F3", "F4"]),
    ],
)
@of_every("screened", [False, True])
def test_a_condition_finds_the_facts_of_which_all_of_it_holds(
    condition: Condition, found: list[str], screened: bool
) -> None:
    facts = bundle(
        log("timeout one"), log("timeout two"), ended(1), fact("event", "Killing", reason="Killing"), fact("alert", "x")
    ).facts
    screen = screen_of((rule(Category.CONFIG_ERROR, condition),)).patterns if screened else None
    assert ids(tuple(FactIndex(facts, screen).find(condition, {"which": "two"}))) == found


def test_each_condition_cites_its_first_three_facts_and_none_twice() -> None:
    both = rule(Category.NETWORK_PARTITION, says("timeout"), says("timeout [0-3]"))
    found = match(both, *LINES)
    assert ids(found.facts) == ["F1", "F2", "F3"]
    assert [ids(needed) for needed in found.needed] == [["F1", "F2", "F3"]] * 2


def test_all_conditions_are_needed_and_one_of_any() -> None:
    needy = rule(Category.NETWORK_PARTITION, says("0"), says("9"))
    assert match_rule(needy, bundle(*LINES).facts, {}) is None
    either = rule(Category.NETWORK_PARTITION, says("0"), any=(says("9"), says("3"), says("1")))
    found = match(either, *LINES)
    assert ids(found.facts) == ["F1", "F4", "F2"]
    assert [ids(needed) for needed in found.needed] == [["F1"], ["F4", "F2"]]
    neither = rule(Category.NETWORK_PARTITION, says("0"), any=(says("9"), says("8")))
    assert match_rule(neither, bundle(*LINES).facts, {}) is None
    excluded = rule(Category.NETWORK_PARTITION, says("0"), none=(says("9"), says("4")))
    assert match_rule(excluded, bundle(*LINES).facts, {}) is None


def test_what_agrees_is_none_of_what_is_needed() -> None:
    found = match(rule(Category.NETWORK_PARTITION, says("timeout 1"), also=(says("timeout"), says("4"))), *LINES)
    assert ids(found.facts) == ["F2"]
    assert ids(found.also) == ["F1", "F3", "F5"]


def test_what_speaks_against_it_is_the_first_fact_with_its_words() -> None:
    against = Condition(kind=LOG, text="timeout {which}", because="It was {which} and {code}.")
    doubted = rule(Category.NETWORK_PARTITION, says("timeout (?P<which>3)"), against=(against,))
    assert [(one.id, words) for one, words in match(doubted, *LINES).against] == [("F4", "It was {which} and {code}.")]


def test_what_was_lived_with_excludes_nothing_by_its_words_and_is_there_all_the_same() -> None:
    facts = FactIndex(bundle(log("timeout"), log("refused")).facts)

    def found(*none: Condition) -> Match | None:
        return match_rule(rule(Category.NETWORK_PARTITION, says("timeout"), none=none), facts, {}, frozenset({"F2"}))

    assert found(says("refused")) is not None
    assert found(says("timeout")) is None
    assert found(Condition(kind=LOG, unless=("timeout",))) is None


def test_the_pod_is_that_of_the_first_cited_fact_where_the_case_names_none() -> None:
    of_pods = [msgspec.structs.replace(log(f"timeout {n}"), entity=POD) for n in range(2)]
    plain = rule(Category.NETWORK_PARTITION, says("timeout"))
    assert match(plain, log("timeout"), *of_pods).names["pod"] == POD.name
    assert match(plain, *of_pods, pod="another").names["pod"] == "another"
    assert "pod" not in match(plain, *LINES).names


def test_names_come_from_groups_then_from_cited_facts_then_from_the_case() -> None:
    named = rule(Category.NETWORK_PARTITION, says("timeout (?P<code>4)"), says("timeout 2"), says("(?P<empty>x?)"))
    names = match(named, *LINES, code="known", log="known", kind="known").names
    assert (names["code"], names["log"], names["kind"]) == ("4", "previous", "known")
    assert "empty" not in names
    plain = rule(Category.NETWORK_PARTITION, says("timeout 2"), says("timeout 3"))
    assert match(plain, *LINES).names["code"] == "2"


def test_what_agrees_names_what_is_needed_leaves_unsaid() -> None:
    also = (Condition(kind=LOG, text=r"driver (?P<has>\S+)"), Condition(kind=LOG, text=r"too (?P<what>\w+)"))
    wanted = rule(Category.DRIVER_ISSUE, Condition(text=r"is (?P<what>old)"), also=also)
    found = match(wanted, log("driver 535.1"), log("it is old, too bad"))
    assert (found.names["has"], found.names["what"]) == ("535.1", "old")
    assert {"has", "what"} <= found.from_logs


def test_every_value_of_a_group_that_the_sentence_wants_is_told() -> None:
    waits = Condition(kind=LOG, text=r"waits for (?P<lock>\w+)")
    wanted = rule(Category.SOFTWARE_BUG, waits, cause="Threads wait for {every_lock}.")
    found = match(wanted, log("waits for A"), log("waits for B"))
    assert found.names["every_lock"] == "A, B"
    assert "every_lock" in found.from_logs


def test_the_first_of_two_groups_of_one_name_counts_and_the_first_pattern_that_matches() -> None:
    twice = rule(Category.NETWORK_PARTITION, says("timeout (?P<n>1)"), says("timeout (?P<n>2)"))
    assert match(twice, *LINES).names["n"] == "1"
    several = Condition(kind=LOG, text=("refused (?P<n>.)", "timeout (?P<n>.)", "time(?P<n>.)"))
    assert match(rule(Category.NETWORK_PARTITION, several), LINES[3]).names["n"] == "3"


@pytest.mark.parametrize(("code", "name"), [(3, "3"), (0, None)])
def test_the_exit_code_and_the_limit_are_known_from_a_state_that_is_not_cited(code: int, name: str | None) -> None:
    state = ended(code, memoryLimit="64Mi", other="x")
    names = match(rule(Category.NETWORK_PARTITION, says("timeout")), log("timeout"), state).names
    assert (names.get("exitCode"), names["memoryLimit"]) == (name, "64Mi")
    assert "other" not in names
    event = msgspec.structs.replace(state, kind=EVENT)
    assert "memoryLimit" not in match(rule(Category.NETWORK_PARTITION, says("timeout")), log("timeout"), event).names
