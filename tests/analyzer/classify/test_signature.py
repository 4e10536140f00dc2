"""What makes two failures the same: the reason, the code, the words of the deciding fact, and no name of the case."""

import msgspec
import pytest

from casebook_analyzer.classify.signature import sign
from casebook_analyzer.models import Category, EvidenceBundle, Fact, FactKind, Signature, SubjectRef
from casebook_analyzer.taxonomy import Condition
from tests.analyzer.classify.builders import bundle, ended, fact, log, matches, rule, says

SAID = log("cannot reach 10.0.0.1:5432 for checkout")
LOOP = fact("state", "waits", state="waiting", reason="CrashLoopBackOff")


def signed(*facts: Fact, needs: Condition | None = None, **changes: object) -> Signature:
    of: EvidenceBundle = bundle(*facts, **changes)
    found = matches(of, rule(Category.NETWORK_PARTITION, needs)) if needs is not None else []
    return sign(of, found[0] if found else None, of.facts)


def test_a_signature_has_all_that_makes_a_failure() -> None:
    found = signed(LOOP, ended(3, "Error"), SAID, needs=says("cannot"))
    assert found == Signature(
        key=found.key,
        reason="Error",
        exit_code=3,
        xid=None,
        template="cannot reach <ip> for <name>",
        owner_kind="Deployment",
        rule="",
    )
    assert len(found.key) == 16


def test_the_key_differs_with_each_part_and_with_nothing_else() -> None:
    facts = (ended(3), SAID)
    key = signed(*facts, needs=says("cannot")).key
    other_name = SubjectRef(kind="Deployment", namespace="shop", name="billing")
    again = signed(ended(3), log("cannot reach 10.7.7.7:80 for billing"), needs=says("cannot"), subject=other_name)
    assert again.key == key
    daemon = SubjectRef(kind="DaemonSet", namespace="shop", name="checkout")
    others = [
        signed(ended(4), SAID, needs=says("cannot")),
        signed(ended(3, "StartError"), SAID, needs=says("cannot")),
        signed(ended(3), log("cannot find it"), needs=says("cannot")),
        signed(*facts, needs=says("cannot"), subject=daemon),
    ]
    assert len({key, *(one.key for one in others)}) == 5


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ([ended(1, "OOMKilled")], "OOMKilled"),
        ([LOOP, ended(1, "Error")], "Error"),
        ([LOOP, ended(0, "Completed")], "Told"),
        ([ended(1, "BackOff")], "Told"),
        ([ended(1, "")], "Told"),
        ([], "Told"),
    ],
)
def test_the_reason_is_why_it_ended_and_not_that_it_waits(facts: list[Fact], reason: str) -> None:
    assert signed(*facts, signal={"reason": "Told"}).reason == reason


def test_a_state_that_decides_gives_the_reason_and_the_class_is_the_last_resort() -> None:
    waits = fact("state", "waits", state="waiting", reason="ImagePullBackOff")
    needs = Condition(kind=FactKind.STATE, attributes={"state": "waiting"})
    assert signed(ended(1, "Error"), waits, needs=needs).reason == "ImagePullBackOff"
    assert signed(signal={"reason": "BackOff", "failure_class": "CrashLoop"}).reason == "CrashLoop"


@pytest.mark.parametrize(
    ("facts", "code"),
    [([ended(3), ended(4)], 3), ([ended(0), ended(4)], 4), ([ended(1, exitCode="?"), ended(4)], 4), ([], 7)],
)
def test_the_exit_code_is_that_of_the_first_end_or_of_the_signal(facts: list[Fact], code: int) -> None:
    assert signed(*facts, signal={"exit_code": 7}).exit_code == code


def test_an_xid_counts_when_the_conclusion_rests_on_it() -> None:
    line = fact("kernel", "NVRM: Xid 79", xid="79")
    needs = Condition(kind=FactKind.KERNEL)
    assert signed(line, needs=needs).xid == 79
    assert signed(line, log("x"), needs=says("x")).xid is None


def test_a_rule_stands_where_no_words_decide() -> None:
    found = signed(ended(1), needs=Condition(kind=FactKind.STATE))
    assert (found.template, found.rule) == ("", "rule-network-partition-strong")


def test_last_words_are_the_template_of_what_no_rule_knows() -> None:
    assert signed(log("first"), log("last"), ended(1)).template == "last"
    assert signed(fact("event", "told"), ended(1)).template == ""
    assert signed(log("last"), ended(1), needs=Condition(kind=FactKind.STATE)).template == ""


def test_a_template_is_bounded() -> None:
    assert len(signed(log("word " * 200), needs=says("word")).template) == 300


def test_events_and_kernel_lines_have_words_of_causes_too_and_states_have_not() -> None:
    for kind in ("event", "kernel"):
        said = msgspec.structs.replace(fact(kind, "it broke"), id="")
        assert signed(ended(1), said, needs=Condition(kind=FactKind(kind))).template == "it broke"
