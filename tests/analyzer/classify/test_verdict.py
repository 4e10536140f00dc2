"""Which category wins, how sure that is, and when the answer is that nothing decides."""

import pytest

from casebook_analyzer.classify.calibration import Calibration, Point
from casebook_analyzer.models import Alternative, Category, FactKind
from casebook_analyzer.taxonomy import Condition, Strength
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says, verdict

CONFIG = rule(Category.CONFIG_ERROR, says("not set"))
BUG = rule(Category.SOFTWARE_BUG, says("panic"))
NETWORK = rule(Category.NETWORK_PARTITION, says("timeout"))
DECISIVE, SUGGESTIVE = Strength.DECISIVE, Strength.SUGGESTIVE
GONE = fact("object", "ConfigMap x does not exist", object="ConfigMap", name="x", exists="false", finding="missing")
LOOKED_UP = Condition(kind=FactKind.OBJECT, attributes={"finding": "missing"})


def test_a_specific_rule_beats_a_stronger_generic_one() -> None:
    generic = rule(Category.SOFTWARE_BUG, says("Error"), strength=DECISIVE, generic=True)
    specific = rule(Category.CONFIG_ERROR, says("not set"), strength=SUGGESTIVE)
    assert verdict(bundle(log("Error: URL is not set")), generic, specific).category is Category.CONFIG_ERROR


def test_a_specific_rule_that_rests_on_noise_does_not_silence_a_generic_one() -> None:
    generic = rule(Category.SOFTWARE_BUG, says("panic"), generic=True)
    noise = rule(Category.NETWORK_PARTITION, says("timeout"), strength=SUGGESTIVE)
    noisy = bundle(log("DEBUG timeout is 3 s"), *(log(f"calm {n}") for n in range(9)), log("panic: no"))
    assert verdict(noisy, generic, noise).category is Category.SOFTWARE_BUG


def test_the_last_words_win_over_a_warning_at_the_start() -> None:
    lines = (log("WARN timeout, retrying"), *(log(f"calm {n}") for n in range(9)), log("FATAL URL is not set"))
    assert verdict(bundle(*lines), NETWORK, CONFIG).category is Category.CONFIG_ERROR


def test_the_object_that_was_looked_up_wins_over_the_log_that_follows_from_it() -> None:
    gone = rule(Category.CONFIG_ERROR, LOOKED_UP)
    found = verdict(bundle(GONE, log("dial tcp: i/o timeout")), NETWORK, gone)
    assert found.category is Category.CONFIG_ERROR
    assert found.matches[0].rule is gone


def test_of_equals_the_one_nearer_to_the_cause_wins() -> None:
    kernel = rule(Category.HARDWARE_FAILURE, Condition(kind=FactKind.KERNEL))
    state = rule(Category.CONFIG_ERROR, Condition(kind=FactKind.STATE))
    both = bundle(fact("state", "waits", reason="CreateContainerError"), fact("kernel", "I/O error on nvme0"))
    assert verdict(both, state, kernel).category is Category.HARDWARE_FAILURE


def test_rules_of_one_category_count_together() -> None:
    other = rule(Category.CONFIG_ERROR, LOOKED_UP, id="another")
    alone, together = verdict(bundle(log("not set")), CONFIG), verdict(bundle(log("not set"), GONE), CONFIG, other)
    assert together.raw > alone.raw
    assert len(together.matches) == 2


def test_one_witness_alone_is_at_most_medium() -> None:
    assert verdict(bundle(log("not set")), rule(Category.CONFIG_ERROR, says("not set"), strength=DECISIVE)).raw == 69


def test_what_agrees_raises_it_by_how_independent_it_is() -> None:
    def raw(*also: Condition) -> int:
        agreeing = rule(Category.CONFIG_ERROR, says("not set"), also=also)
        return verdict(bundle(log("not set"), ended(1), GONE), agreeing).raw

    bland, looked_up = Condition(kind=FactKind.STATE), LOOKED_UP
    assert raw() < raw(bland) < raw(looked_up) < raw(bland, looked_up)


def test_a_contradiction_caps_whatever_agrees_and_is_named() -> None:
    against = Condition(kind=FactKind.LOG, text="works", because="It works elsewhere.")
    doubted = rule(Category.CONFIG_ERROR, says("not set"), strength=DECISIVE, also=(LOOKED_UP,), against=(against,))
    generous = Calibration(method="test", points=(Point(0, 99), Point(100, 99)))
    found = verdict(bundle(log("not set"), GONE, log("works")), doubted, calibration=generous)
    assert (found.raw, found.confidence) == (69, 69)
    assert [because for _, because in found.matches[0].against] == ["It works elsewhere."]


def test_a_rival_close_behind_costs_confidence() -> None:
    both = bundle(log("URL not set"), log("panic: no"))
    assert verdict(both, CONFIG, BUG).raw < verdict(both, CONFIG).raw


def test_a_log_that_follows_from_what_the_platform_found_is_no_rival() -> None:
    gone = rule(Category.CONFIG_ERROR, LOOKED_UP)
    both = bundle(GONE, log("panic: no"))
    assert verdict(both, gone, BUG).raw == verdict(both, gone).raw
    assert [a.category for a in verdict(both, gone, BUG).alternatives] == [Category.SOFTWARE_BUG]


def test_below_the_floor_the_answer_is_unknown_with_two_readings() -> None:
    weak = rule(Category.CONFIG_ERROR, says("not set"), strength=SUGGESTIVE)
    found = verdict(bundle(log("INFO URL not set")), weak)
    assert (found.category, found.confidence) == (Category.UNKNOWN, 30)
    assert [type(a) for a in found.alternatives] == [Alternative] * 2
    assert found.alternatives[0].category is Category.CONFIG_ERROR


def test_nothing_at_all_is_unknown_with_two_readings() -> None:
    assert len(verdict(bundle()).alternatives) == 2


@pytest.mark.parametrize("share", [0, 50, 100])
def test_calibration_changes_the_number_and_never_the_category(share: int) -> None:
    flat = Calibration(method="test", points=(Point(0, share), Point(100, share)))
    found = verdict(bundle(log("not set")), CONFIG, calibration=flat)
    assert found.category is Category.CONFIG_ERROR
    assert 40 <= found.confidence <= 97
    assert found.raw == verdict(bundle(log("not set")), CONFIG).raw


def test_a_rule_is_as_weak_as_its_weakest_condition() -> None:
    pair = rule(Category.CONFIG_ERROR, says("not set"), Condition(kind=FactKind.STATE))
    assert (
        verdict(bundle(log("INFO not set"), ended(1)), pair).raw < verdict(bundle(log("not set"), ended(1)), pair).raw
    )


def test_of_conditions_of_which_one_is_enough_the_best_counts() -> None:
    either = rule(Category.CONFIG_ERROR, any=(says("not set"), says("missing")))
    good, both = bundle(log("not set")), bundle(log("INFO missing"), log("not set"))
    assert verdict(both, either).raw == verdict(good, either).raw


def test_what_is_far_from_the_failure_does_not_agree() -> None:
    agreeing = rule(Category.CONFIG_ERROR, LOOKED_UP, also=(says("not set"),))
    assert (
        verdict(bundle(GONE, log("INFO not set")), agreeing).raw < verdict(bundle(GONE, log("not set")), agreeing).raw
    )


def test_an_agents_report_of_a_kernel_line_is_no_rival_of_the_line() -> None:
    kernel = rule(Category.PCIE_ERROR, Condition(kind=FactKind.KERNEL))
    taint = rule(Category.HARDWARE_FAILURE, Condition(kind=FactKind.NODE))
    both = bundle(fact("kernel", "fallen off the bus"), fact("node", "taint gpu-error", taint="gpu-error"), node=True)
    assert verdict(both, taint, kernel).category is Category.PCIE_ERROR
    assert verdict(both, taint, kernel).raw == verdict(both, kernel).raw
