"""The chain runs change -> cause -> effect -> symptom for whatever opened the case, and says nothing twice."""

import pytest

from casebook_analyzer.classify.chain import build_chain
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.models import Category, ChainRole, ChainStep, Entity, EvidenceBundle, FactKind, Trigger
from casebook_analyzer.taxonomy import Condition
from tests.analyzer.classify.builders import NODE, at, bundle, ended, fact, log, rule, says, verdict

LOOP = fact(
    "state", "Container app waits", container="app", state="waiting", reason="CrashLoopBackOff", restartCount="5"
)
NOT_SET = log("URL is not set")
CHANGE = fact("change", "env URL removed from container app", time=at(-240), change="template")
CONFIG = rule(Category.CONFIG_ERROR, says("not set"), cause="URL is not set.", effect="The program ends at start.")


def chain(of: EvidenceBundle, *rules: object) -> tuple[ChainStep, ...]:
    return build_chain(of, verdict(of, *rules), eligible_facts(of))  # type: ignore[arg-type]


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


@pytest.mark.parametrize("trigger", list(Trigger))
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
