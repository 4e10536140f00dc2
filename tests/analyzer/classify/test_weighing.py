"""Which category wins, how sure that is, and when the answer is that nothing decides."""

from collections.abc import Sequence

import msgspec
import pytest

from casebook_analyzer.classify.calibration import Calibration, Point
from casebook_analyzer.models import Alternative, Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, OtherReading, Rule, Strength
from tests.analyzer.classify.builders import at, bundle, ended, fact, log, rule, says, weighing

CONFIG = rule(Category.CONFIG_ERROR, says("not set"))
BUG = rule(Category.SOFTWARE_BUG, says("panic"))
NETWORK = rule(Category.NETWORK_PARTITION, says("timeout"))
DECISIVE, SUGGESTIVE = Strength.DECISIVE, Strength.SUGGESTIVE
GONE = fact("object", "ConfigMap x does not exist", object="ConfigMap", name="x", exists="false", finding="missing")
EVENT = fact("event", "Failed", reason="Failed", component="agent")
LOOKED_UP = Condition(kind=FactKind.OBJECT, attributes={"finding": "missing"})


def test_a_specific_rule_beats_a_stronger_generic_one() -> None:
    generic = rule(Category.SOFTWARE_BUG, says("Error"), strength=DECISIVE, generic=True)
    specific = rule(Category.CONFIG_ERROR, says("not set"), strength=SUGGESTIVE)
    assert weighing(bundle(log("Error: URL is not set")), generic, specific).category is Category.CONFIG_ERROR


def test_a_specific_rule_that_rests_on_noise_does_not_silence_a_generic_one() -> None:
    generic = rule(Category.SOFTWARE_BUG, says("panic"), generic=True)
    noise = rule(Category.NETWORK_PARTITION, says("timeout"), strength=SUGGESTIVE)
    noisy = bundle(log("DEBUG timeout is 3 s"), *(log(f"calm {n}") for n in range(9)), log("panic: no"))
    assert weighing(noisy, generic, noise).category is Category.SOFTWARE_BUG


def test_the_last_words_win_over_a_warning_at_the_start() -> None:
    lines = (log("WARN timeout, retrying"), *(log(f"calm {n}") for n in range(9)), log("FATAL URL is not set"))
    assert weighing(bundle(*lines), NETWORK, CONFIG).category is Category.CONFIG_ERROR


def test_what_a_program_lived_with_is_no_cause_where_its_last_words_are_known() -> None:
    thrown = rule(Category.SOFTWARE_BUG, says("NoRouteError"), generic=True)
    often = msgspec.structs.replace(log("ERROR timeout of a peer, queued again"), count=4)
    lived_with = [often, *(log(f"calm {n}") for n in range(9))]
    end = log("NoRouteError: no route ⏎     at open (/app/a.js:3:9)")
    assert weighing(bundle(*lived_with, end), NETWORK, thrown).category is Category.SOFTWARE_BUG
    once = [log("ERROR timeout of a peer"), *lived_with[1:]]
    assert weighing(bundle(*once, end), NETWORK, thrown).category is Category.NETWORK_PARTITION
    assert weighing(bundle(*lived_with[1:], often, end), NETWORK, thrown).category is Category.NETWORK_PARTITION
    calm_end = log("NoRouteError is handled")
    assert weighing(bundle(*lived_with, calm_end), NETWORK, thrown).category is Category.NETWORK_PARTITION


def test_an_error_decides_before_a_warning_that_has_but_one_meaning() -> None:
    warned = rule(Category.DRIVER_ISSUE, says("driver is too old"), strength=DECISIVE)
    lines = (
        log("WARN driver is too old, not used"),
        *(log(f"calm {n}") for n in range(9)),
        log("ERROR URL is not set"),
    )
    assert weighing(bundle(*lines), warned, CONFIG).category is Category.CONFIG_ERROR


def test_what_only_suggests_is_not_sure_while_one_witness_speaks() -> None:
    generous = Calibration(method="test", points=(Point(0, 95), Point(100, 95)))
    weak = rule(Category.CONFIG_ERROR, says("no such"), strength=SUGGESTIVE, also=[Condition(kind=FactKind.STATE)])
    strong = rule(Category.CONFIG_ERROR, says("no such"), also=[Condition(kind=FactKind.STATE)])
    beside_an_exit = bundle(log("no such file"), ended(1))
    assert weighing(beside_an_exit, weak, calibration=generous).confidence == 89
    assert weighing(beside_an_exit, strong, calibration=generous).confidence == 94


def test_the_object_that_was_looked_up_wins_over_the_log_that_follows_from_it() -> None:
    gone = rule(Category.CONFIG_ERROR, LOOKED_UP)
    found = weighing(bundle(GONE, log("dial tcp: i/o timeout")), NETWORK, gone)
    assert found.category is Category.CONFIG_ERROR
    assert found.matches[0].rule is gone


def test_one_fact_alone_is_less_sure_than_two_that_agree_however_weak_their_rule() -> None:
    generous = Calibration(method="test", points=(Point(0, 95), Point(100, 95)))
    alone = weighing(bundle(GONE), rule(Category.CONFIG_ERROR, LOOKED_UP, strength=DECISIVE), calibration=generous)
    weak = rule(Category.CONFIG_ERROR, LOOKED_UP, says("no such"), strength=SUGGESTIVE)
    two = weighing(bundle(GONE, log("no such file")), weak, calibration=generous)
    assert (alone.confidence, two.confidence) == (94, 95)


def test_the_refusal_of_the_one_that_enforces_is_surer_than_what_a_program_says_and_not_beside_a_rival() -> None:
    refusal = fact("event", "references non-existent config key: url", reason="Failed", component="kubelet")
    killed = fact("state", "was killed", state="terminated", reason="OOMKilled", exitCode="137")
    missing = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.EVENT), strength=DECISIVE)
    oom = rule(Category.RESOURCE_EXHAUSTION, Condition(kind=FactKind.STATE), strength=DECISIVE)
    generous = Calibration(method="test", points=(Point(0, 99), Point(100, 99)))
    assert weighing(bundle(refusal), missing, calibration=generous).confidence == 94
    assert weighing(bundle(killed), oom, calibration=generous).confidence == 89
    assert weighing(bundle(log("not set")), CONFIG, calibration=generous).confidence == 89
    assert weighing(bundle(log("not set"), ended(1)), CONFIG, calibration=generous).confidence == 89
    assert weighing(bundle(refusal, killed), missing, oom, calibration=generous).confidence == 89


def test_two_independent_witnesses_are_surer_than_any_one_alone_and_not_beside_a_rival() -> None:
    careful = Calibration(method="test", points=(Point(0, 60), Point(100, 60)))
    weak = rule(Category.CONFIG_ERROR, LOOKED_UP, says("no such"), strength=SUGGESTIVE)
    both = (GONE, log("no such file"))
    assert weighing(bundle(*both), weak, calibration=careful).confidence == 95
    rival = rule(Category.SOFTWARE_BUG, Condition(kind=FactKind.EVENT), strength=DECISIVE)
    assert weighing(bundle(*both, EVENT), weak, rival, calibration=careful).confidence == 60


def test_of_equals_the_one_nearer_to_the_cause_wins() -> None:
    kernel = rule(Category.HARDWARE_FAILURE, Condition(kind=FactKind.KERNEL))
    state = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.STATE))
    both = bundle(fact("state", "waits", reason="CreateContainerError"), fact("kernel", "I/O error on nvme0"))
    assert weighing(both, state, kernel).category is Category.HARDWARE_FAILURE


def test_rules_of_one_category_count_together() -> None:
    other = rule(Category.CONFIG_ERROR, LOOKED_UP, id="another")
    alone, together = weighing(bundle(log("not set")), CONFIG), weighing(bundle(log("not set"), GONE), CONFIG, other)
    assert together.raw > alone.raw
    assert len(together.matches) == 2


def test_one_witness_alone_is_at_most_medium() -> None:
    assert weighing(bundle(log("not set")), rule(Category.CONFIG_ERROR, says("not set"), strength=DECISIVE)).raw == 69


def test_what_agrees_raises_it_by_how_independent_it_is() -> None:
    def raw(*also: Condition) -> int:
        agreeing = rule(Category.CONFIG_ERROR, says("not set"), also=also)
        return weighing(bundle(log("not set"), ended(1), GONE), agreeing).raw

    bland, looked_up = Condition(kind=FactKind.STATE), LOOKED_UP
    assert raw() < raw(bland) < raw(looked_up) < raw(bland, looked_up)


def test_a_contradiction_caps_whatever_agrees_and_is_named() -> None:
    against = Condition(kind=FactKind.LOG, text="works", because="It works elsewhere.")
    doubted = rule(Category.CONFIG_ERROR, says("not set"), strength=DECISIVE, also=(LOOKED_UP,), against=(against,))
    generous = Calibration(method="test", points=(Point(0, 99), Point(100, 99)))
    found = weighing(bundle(log("not set"), GONE, log("works")), doubted, calibration=generous)
    assert (found.raw, found.confidence) == (69, 69)
    assert [because for _, because in found.matches[0].against] == ["It works elsewhere."]


def test_a_rival_close_behind_costs_confidence() -> None:
    both = bundle(log("URL not set"), log("panic: no"))
    assert weighing(both, CONFIG, BUG).raw < weighing(both, CONFIG).raw


def test_a_log_that_follows_from_what_the_platform_found_is_no_rival() -> None:
    gone = rule(Category.CONFIG_ERROR, LOOKED_UP)
    both = bundle(GONE, log("panic: no"))
    assert weighing(both, gone, BUG).raw == weighing(both, gone).raw
    assert [a.category for a in weighing(both, gone, BUG).alternatives] == [Category.SOFTWARE_BUG]


def test_below_the_floor_the_answer_is_unknown_with_two_readings() -> None:
    weak = rule(Category.CONFIG_ERROR, says("not set"), strength=SUGGESTIVE)
    found = weighing(bundle(log("INFO URL not set")), weak)
    assert (found.category, found.confidence) == (Category.UNKNOWN, 30)
    assert [type(a) for a in found.alternatives] == [Alternative] * 2
    assert found.alternatives[0].category is Category.CONFIG_ERROR


def test_nothing_at_all_is_unknown_with_two_readings() -> None:
    assert len(weighing(bundle()).alternatives) == 2


@pytest.mark.parametrize("share", [0, 50, 100])
def test_calibration_changes_the_number_and_never_the_category(share: int) -> None:
    flat = Calibration(method="test", points=(Point(0, share), Point(100, share)))
    found = weighing(bundle(log("not set")), CONFIG, calibration=flat)
    assert found.category is Category.CONFIG_ERROR
    assert 40 <= found.confidence <= 97
    assert found.raw == weighing(bundle(log("not set")), CONFIG).raw


def test_a_rule_is_as_weak_as_its_weakest_condition() -> None:
    pair = rule(Category.CONFIG_ERROR, says("not set"), Condition(kind=FactKind.STATE))
    assert (
        weighing(bundle(log("INFO not set"), ended(1)), pair).raw < weighing(bundle(log("not set"), ended(1)), pair).raw
    )


def test_of_conditions_of_which_one_is_enough_the_best_counts() -> None:
    either = rule(Category.CONFIG_ERROR, any=(says("not set"), says("missing")))
    good, both = bundle(log("not set")), bundle(log("INFO missing"), log("not set"))
    assert weighing(both, either).raw == weighing(good, either).raw


def test_what_is_far_from_the_failure_does_not_agree() -> None:
    agreeing = rule(Category.CONFIG_ERROR, LOOKED_UP, also=(says("not set"),))
    assert (
        weighing(bundle(GONE, log("INFO not set")), agreeing).raw < weighing(bundle(GONE, log("not set")), agreeing).raw
    )


def test_an_agents_report_of_a_kernel_line_is_no_rival_of_the_line() -> None:
    kernel = rule(Category.PCIE_ERROR, Condition(kind=FactKind.KERNEL))
    taint = rule(Category.HARDWARE_FAILURE, Condition(kind=FactKind.NODE))
    both = bundle(fact("kernel", "fallen off the bus"), fact("node", "taint gpu-error", taint="gpu-error"), node=True)
    assert weighing(both, taint, kernel).category is Category.PCIE_ERROR
    assert weighing(both, taint, kernel).raw == weighing(both, kernel).raw


def reading(category: Category, reason: str = "It may be.") -> OtherReading:
    return OtherReading(category=category, reason=reason)


def alternatives(*facts: Fact, rules: Sequence[Rule]) -> list[tuple[str, int, str]]:
    return [(a.category.value, a.confidence, a.reason) for a in weighing(bundle(*facts), *rules).alternatives]


def test_other_readings_of_a_conclusion_are_votes_and_what_its_rule_names() -> None:
    named = rule(
        Category.CONFIG_ERROR,
        says("not set"),
        strength=DECISIVE,
        alternatives=(
            reading(Category.PERMISSION_DENIED),
            reading(Category.CONFIG_ERROR),
            reading(Category.SOFTWARE_BUG),
        ),
    )
    weak = rule(Category.SOFTWARE_BUG, says("panic"), strength=SUGGESTIVE)
    assert alternatives(log("not set"), log("panic: no"), rules=(named, weak)) == [
        ("software_bug", 31, "Title of software_bug (F2)."),
        ("permission_denied", 10, "It may be."),
    ]


def test_a_vote_is_never_surer_than_the_conclusion_and_three_readings_are_enough() -> None:
    rivals = [rule(c, says("not set"), strength=SUGGESTIVE) for c in (Category.SOFTWARE_BUG, Category.DRIVER_ISSUE)]
    more = [rule(c, says("not set"), strength=SUGGESTIVE) for c in (Category.NETWORK_PARTITION, Category.PCIE_ERROR)]
    found = weighing(bundle(log("not set"), ended(1)), CONFIG, *rivals, *more)
    assert len(found.alternatives) == 3
    assert all(one.confidence < found.confidence for one in found.alternatives)


def test_readings_of_an_unknown_are_two_and_those_of_the_facts_come_first() -> None:
    weak = rule(Category.CONFIG_ERROR, says("not set"), strength=SUGGESTIVE)
    quiet = log("INFO URL not set")
    assert alternatives(quiet, rules=(weak,)) == [
        ("config_error", 35, "Title of config_error (F1)."),
        ("software_bug", 30, "A program that fails after it had worked has usually met a fault of its own."),
    ]
    named = msgspec.structs.replace(weak, alternatives=(reading(Category.UNKNOWN), reading(Category.PCIE_ERROR)))
    assert [category for category, *_ in alternatives(quiet, rules=(named,))] == ["config_error", "pcie_error"]


def test_a_rule_that_says_unknown_gives_its_own_readings() -> None:
    unknown = rule(
        Category.UNKNOWN, says("stuck"), alternatives=(reading(Category.PCIE_ERROR), reading(Category.DRIVER_ISSUE))
    )
    found = weighing(bundle(log("stuck")), unknown)
    assert (found.category, found.confidence, found.raw) == (Category.UNKNOWN, 30, 30)
    assert [(a.category, a.confidence) for a in found.alternatives] == [
        (Category.PCIE_ERROR, 35),
        (Category.DRIVER_ISSUE, 35),
    ]
    assert found.matches[0].rule is unknown
    assert found.supported == {Category.UNKNOWN}


def test_nothing_at_all_has_the_general_readings() -> None:
    found = weighing(bundle())
    assert (found.category, found.confidence, found.raw, found.deciding) == (Category.UNKNOWN, 30, 30, None)
    assert [(a.category, a.confidence) for a in found.alternatives] == [
        (Category.CONFIG_ERROR, 35),
        (Category.SOFTWARE_BUG, 30),
    ]


@pytest.mark.parametrize(
    ("strengths", "costs"),
    [((DECISIVE, SUGGESTIVE), 0), ((Strength.STRONG, Strength.STRONG), 8), ((DECISIVE, Strength.STRONG), 8)],
)
def test_a_rival_within_ten_points_costs_eight(strengths: tuple[Strength, Strength], costs: int) -> None:
    one = rule(Category.CONFIG_ERROR, says("not set"), strength=strengths[0])
    other = rule(Category.SOFTWARE_BUG, says("panic"), strength=strengths[1])
    both = bundle(log("not set"), log("panic"))
    assert weighing(both, one).raw - weighing(both, one, other).raw == costs


def test_a_rule_that_says_unknown_is_no_rival() -> None:
    unknown = rule(Category.UNKNOWN, says("panic"))
    both = bundle(log("not set"), log("panic"))
    assert weighing(both, CONFIG, unknown).raw == weighing(both, CONFIG).raw
    assert weighing(both, CONFIG, unknown).supported == {Category.CONFIG_ERROR, Category.UNKNOWN}


@pytest.mark.parametrize(
    ("attributes", "points"),
    [
        ({"finding": "missing"}, 68),
        ({"exists": "false"}, 68),
        ({"exists": "true"}, 60),
        ({"finding": "ok"}, 60),
        ({"finding": ""}, 60),
        ({}, 60),
    ],
)
def test_a_finding_of_casebook_itself_is_worth_more(attributes: dict[str, str], points: int) -> None:
    looked = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.OBJECT))
    assert weighing(bundle(fact("object", "x", **attributes)), looked).raw == points


def test_what_only_looks_like_a_finding_is_worth_no_more() -> None:
    told = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.NODE))
    assert weighing(bundle(fact("node", "x", finding="missing")), told).raw == 60


def test_rules_below_the_floor_agree_with_nothing_and_the_strongest_always_counts() -> None:
    other = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.EVENT), strength=SUGGESTIVE, id="other")
    late, early = bundle(log("not set"), EVENT), bundle(log("not set"), msgspec.structs.replace(EVENT, time=at(-9_000)))
    assert weighing(late, CONFIG, other).raw == 80
    assert weighing(early, CONFIG, other).raw == 60


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_rules_the_stronger_then_the_deeper_then_the_better_witnessed_then_the_first_decides(order: int) -> None:
    def first(*rules: Rule) -> str:
        facts = (fact("kernel", "a"), log("b"), log("c"), GONE, fact("kernel", "d"))
        return weighing(bundle(*facts), *rules[::order]).matches[0].rule.id

    def made(id_: str, text: str, kind: FactKind = FactKind.LOG, **more: object) -> Rule:
        return rule(Category.DRIVER_ISSUE, says(text, kind), id=id_, **more)  # type: ignore[arg-type]

    assert first(made("x", "b", strength=DECISIVE), made("a", "^a", FactKind.KERNEL)) == "x"
    assert first(made("x", "^a", FactKind.KERNEL), made("a", "b")) == "x"
    assert first(made("x", "c", also=(LOOKED_UP,)), made("a", "b")) == "x"
    assert first(made("x", "^a", FactKind.KERNEL), made("a", "^d", FactKind.KERNEL)) == "x"
    assert first(made("a", "b"), made("x", "(?P<what>b)", cause="It is {what}.")) == "x"
    assert first(made("a", "b"), made("x", "b")) == ("a" if order > 0 else "x")
