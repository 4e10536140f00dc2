"""The chain runs change -> cause -> effect -> symptom for whatever opened the case, and says nothing twice."""

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.classify.chain import build_chain
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, ChainRole, ChainStep, Entity, EvidenceBundle, Fact, FactKind, Trigger
from casebook_analyzer.taxonomy import Condition, shipped_taxonomy
from tests.analyzer.classify.builders import NODE, at, bundle, ended, fact, log, rule, says, weighing
from tests.rows import of_every

LOOP = fact(
    "state", "Container app waits", container="app", state="waiting", reason="CrashLoopBackOff", restartCount="5"
)
NOT_SET = log("URL is not set")
CHANGE = fact("change", "env URL removed from container app", time=at(-240), change="template")
CONFIG = rule(Category.CONFIG_ERROR, says("not set"), cause="URL is not set.", effect="The program ends at start.")


def chain(of: EvidenceBundle, *rules: object) -> tuple[ChainStep, ...]:
    return build_chain(of, weighing(of, *rules), eligible_facts(of))  # type: ignore[arg-type]


def roles(steps: tuple[ChainStep, ...]) -> list[str]:
    return [step.role.value for step in steps]


def test_a_crash_loop_has_all_four() -> None:
    steps = chain(bundle(ended(1), LOOP, CHANGE, NOT_SET), CONFIG)
    assert roles(steps) == ["Change", "Cause", "Effect", "Effect", "Symptom"]
    assert [step.text for step in steps] == [
        "env URL removed from container app",
        "URL is not set.",
        "The program ends at start.",
        "Container app ends with exit code 1 (Error).",
        "Deployment/shop/checkout is in CrashLoopBackOff after 5 restarts.",
    ]
    assert all(step.facts for step in steps)


def test_no_step_repeats_another() -> None:
    talkative = rule(
        Category.CONFIG_ERROR,
        says("not set"),
        cause="URL is not set.",
        effect="url is not set",
        symptom="Container app: URL is not set.",
    )
    assert roles(chain(bundle(NOT_SET), talkative)) == ["Cause"]


def test_an_exit_code_that_the_rule_tells_is_not_told_again() -> None:
    ends = rule(Category.CONFIG_ERROR, says("not set"), effect="The program ends with exit code 1.")
    assert roles(chain(bundle(ended(1), NOT_SET), ends)) == ["Cause", "Effect", "Symptom"]


def test_changes_stand_in_order_of_time() -> None:
    later = fact("change", "image of container app: a -> b", time=at(-60), change="template")
    steps = chain(bundle(later, CHANGE, NOT_SET), CONFIG)
    assert [step.facts for step in steps[:2]] == [("F2",), ("F1",)]


@of_every("trigger", list(Trigger))
def test_every_trigger_has_a_symptom_that_names_the_subject(trigger: Trigger) -> None:
    seen = bundle(signal={"trigger": trigger, "failure_class": "Failure", "reason": "Because"})
    (step,) = chain(seen)
    assert step.role is ChainRole.SYMPTOM
    assert "Deployment/shop/checkout" in step.text or trigger is Trigger.OVERFLOW
    assert "{" not in step.text


@pytest.mark.parametrize(
    ("trigger", "reason", "kind", "says_so"),
    [
        (Trigger.IMAGE_PULL_FAILED, "ImagePullBackOff", "state", "waits in ImagePullBackOff"),
        (Trigger.FAILED_SCHEDULING, "FailedScheduling", "event", "stays Pending"),
        (Trigger.VOLUME_FAILED, "FailedMount", "event", "volume that it needs (FailedMount)"),
        (Trigger.FAILED_CREATE, "FailedCreate", "event", "cannot be created"),
    ],
)
def test_the_symptom_cites_the_fact_that_shows_it(trigger: Trigger, reason: str, kind: str, says_so: str) -> None:
    shown = fact(kind, f"{reason}: something", reason=reason, state="waiting")
    (step,) = chain(bundle(log("x"), shown, signal={"trigger": trigger, "reason": reason}))
    assert says_so in step.text
    assert step.facts == ("F2",)


def test_a_node_names_the_pods_that_it_took_down() -> None:
    pods = tuple(Entity(kind="Pod", namespace="ml", name=f"train-{n}", role="affected") for n in range(5))
    condition = fact("node", "Ready is Unknown", condition="Ready", status="Unknown", reason="NodeStatusUnknown")
    steps = chain(bundle(condition, node=True, entities=(NODE, *pods), signal={"reason": "NodeStatusUnknown"}))
    assert [step.text for step in steps] == [
        "Node/worker-1 reports NodeStatusUnknown.",
        "Affected: Pod/ml/train-0, Pod/ml/train-1, Pod/ml/train-2 and 2 more.",
    ]
    assert all(step.facts == ("F1",) for step in steps)


def test_a_kernel_line_alone_makes_a_chain() -> None:
    line = fact("kernel", "nvme nvme1: Device not ready", time=at(), pattern="nvme-failure")
    broken = rule(Category.HARDWARE_FAILURE, Condition(kind=FactKind.KERNEL), cause="The disk is broken.")
    signal = {"trigger": Trigger.KERNEL_LINE, "reason": "nvme-failure"}
    steps = chain(bundle(line, node=True, entities=(NODE,), signal=signal), broken)
    assert roles(steps) == ["Cause", "Symptom"]


def test_a_chain_has_at_most_ten_steps() -> None:
    many = [
        fact("change", f"change number {word}", time=at(-n), change="template") for n, word in enumerate("abcdefghijkl")
    ]
    assert 1 <= len(chain(bundle(*many, ended(1), LOOP, NOT_SET), CONFIG)) <= 10


def told(steps: tuple[ChainStep, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(step.role.value, step.text, step.facts) for step in steps]


def test_three_changes_are_told_and_those_that_the_rule_names_come_first() -> None:
    changes = [fact("change", f"change {word}", time=at(-n), change="template") for n, word in enumerate("abcd", 1)]
    named = rule(Category.CONFIG_ERROR, says("not set"), also=(Condition(kind=FactKind.CHANGE, text="change d"),))
    assert [step.text for step in chain(bundle(*changes, NOT_SET), named)][:3] == ["change d", "change b", "change a"]
    assert [step.text for step in chain(bundle(*changes, NOT_SET), CONFIG)][:3] == ["change c", "change b", "change a"]


def test_a_change_without_a_time_stands_behind_the_dated_ones() -> None:
    undated = fact("change", "undated", change="template")
    steps = chain(bundle(undated, CHANGE, NOT_SET), CONFIG)
    assert [step.facts for step in steps[:2]] == [("F2",), ("F1",)]


def test_without_a_known_cause_what_is_seen_is_an_effect() -> None:
    unknown = rule(Category.UNKNOWN, says("not set"), cause="It is stuck.")
    assert told(chain(bundle(NOT_SET), unknown))[0] == ("Effect", "It is stuck.", ("F1",))


def test_an_effect_rests_on_what_agrees_else_on_what_decides() -> None:
    agrees = rule(Category.CONFIG_ERROR, says("not set"), effect="It ends.", also=(Condition(kind=FactKind.EVENT),))
    seen = fact("event", "seen")
    assert told(chain(bundle(NOT_SET, seen), agrees))[1] == ("Effect", "It ends.", ("F2",))
    assert told(chain(bundle(NOT_SET, CHANGE), agrees))[2] == ("Effect", "It ends.", ("F1",))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (ended(3), "Container app ends with exit code 3 (Error)."),
        (ended(3, reason=""), "Container app ends with exit code 3."),
        (ended(3, container=""), "Container app ends with exit code 3 (Error)."),
        (ended(0), None),
        (LOOP, None),
    ],
)
def test_how_the_container_ended_is_an_effect(state: Fact, text: str | None) -> None:
    steps = chain(bundle(state, ended(4), NOT_SET), CONFIG)
    ends = [step for step in steps if "exit code" in step.text]
    assert [(step.text, step.facts) for step in ends] == [
        (text, ("F1",)) if text else ("Container app ends with exit code 4 (Error).", ("F2",))
    ]


def test_an_end_is_told_of_the_pod_when_no_container_is_named() -> None:
    subject = msgspec.structs.replace(bundle().subject, container="")
    of = bundle(ended(3, container=""), NOT_SET, subject=subject, signal={"container": ""})
    assert "Container of the pod ends with exit code 3 (Error)." in [step.text for step in chain(of, CONFIG)]


def test_a_rule_may_say_the_symptom_itself() -> None:
    says_so = rule(Category.CONFIG_ERROR, says("not set"), symptom="{workload} does not start.")
    assert told(chain(bundle(LOOP, NOT_SET), says_so))[-1] == ("Symptom", "checkout does not start.", ("F2",))


def test_a_device_that_fails_first_is_followed_by_what_it_brings() -> None:
    log_ = "".join(
        f"[{n}.0] NVRM: Xid (PCI:0000:3b:00): {xid}, pid=9, name=python, x\n"
        for n, xid in ((1, 119), (2, 79), (3, 45), (4, 154))
    )
    lines = kernel_facts(log_, source="kernel log", entity=NODE)
    of = bundle(*lines, node=True, entities=(NODE,))
    found = classify(of, shipped_taxonomy()).chain
    assert [step.role.value for step in found][:2] == ["Cause", "Effect"]
    assert "Xid 119" in found[0].text
    assert "Xid 79" in found[1].text
    assert ("Effect", "Xid 45 follows from it.", ("F3",)) in told(found)
    assert sum("follows from it" in step.text for step in found) >= 1


def test_a_step_is_one_line_and_bounded() -> None:
    long = fact("change", "a \u23ce " + "word " * 100, time=at(-1), change="template")
    text = chain(bundle(long, NOT_SET), CONFIG)[0].text
    assert len(text) <= 400
    assert "\u23ce" not in text
