"""What a person sees first, and the fact that shows it."""

import pytest

from casebook_analyzer.classify.symptoms import reach, symptom
from casebook_analyzer.models import Entity, Fact, Trigger
from tests.analyzer.classify.builders import NODE, bundle, ended, fact, log
from tests.rows import of_every

WAITS = fact("state", "waits", state="waiting", reason="CrashLoopBackOff", restartCount="7")
PULLS = fact("state", "waits", state="waiting", reason="ImagePullBackOff")
BACK_OFF = fact("event", "Back-off restarting failed container app", reason="BackOff")
ENDED = ended(3, restartCount="1")
CRASH, MANUAL = Trigger.CRASH_LOOP_BACK_OFF, Trigger.MANUAL


def seen(trigger: Trigger, *facts: Fact, **signal: str) -> tuple[str, list[str]]:
    of = bundle(*facts, signal={"trigger": trigger} | signal)
    sentence, shown = symptom(of, of.facts)
    return sentence, [one.id for one in shown]


@of_every(
    ("trigger", "facts", "sentence", "shown"),
    [
        (CRASH, [ENDED, WAITS, BACK_OFF], "is in CrashLoopBackOff after 7 restarts", ["F2", "F3"]),
        (CRASH, [BACK_OFF, ENDED], "is in CrashLoopBackOff", ["F1"]),
        (MANUAL, [ENDED, WAITS], "is in CrashLoopBackOff after 7 restarts", ["F2"]),
        (CRASH, [log("x"), ENDED], "after 1 restart", ["F2"]),
        (MANUAL, [PULLS, ENDED], "after 1 restart", ["F2"]),
        (MANUAL, [log("x"), PULLS], "waits in ImagePullBackOff", ["F2"]),
        (CRASH, [log("x")], "Deployment/shop/checkout", []),
        (Trigger.OOM_KILLED, [BACK_OFF, log("x")], "Deployment/shop/checkout", []),
    ],
)
def test_a_loop_is_told_before_an_end_and_an_end_before_a_wait(
    trigger: Trigger, facts: list[Fact], sentence: str, shown: list[str]
) -> None:
    said, cited = seen(trigger, *facts)
    assert sentence in said
    assert cited == shown


@pytest.mark.parametrize(("restarts", "words"), [("0", ""), ("1", " after 1 restart."), ("2", " after 2 restarts.")])
def test_restarts_are_counted_when_there_are_any(restarts: str, words: str) -> None:
    said, _ = seen(CRASH, fact("state", "waits", state="waiting", reason="CrashLoopBackOff", restartCount=restarts))
    assert said.endswith(words or "CrashLoopBackOff.")


STATE = fact("state", "a", reason="Told")
CONDITION = fact("node", "b", condition="Told")
EVENT = fact("event", "c", reason="Told")
KERNEL = fact("kernel", "d", reason="Told")
ALERT = fact("alert", "e", reason="Told")


@of_every(
    ("facts", "shown"),
    [
        ([ALERT, KERNEL, EVENT, CONDITION, STATE], ["F5"]),
        ([ALERT, KERNEL, EVENT, CONDITION], ["F4"]),
        ([ALERT, KERNEL, EVENT], ["F3"]),
        ([ALERT, KERNEL], ["F2"]),
        ([log("x"), ALERT], ["F2"]),
        ([EVENT, EVENT], ["F1"]),
        ([fact("state", "a", reason="Class")], ["F1"]),
        ([fact("log", "zzz", reason="Told")], []),
        ([log("other"), log("which words"), log("the words")], ["F3"]),
        ([log("other"), fact("node", "x", bad="true"), fact("node", "y", bad="true")], ["F2"]),
        ([fact("node", "x", bad="true"), log("the words")], ["F2"]),
        ([log("other")], []),
    ],
)
def test_the_fact_that_says_what_the_signal_says_shows_it(facts: list[Fact], shown: list[str]) -> None:
    signal = {"reason": "Told", "failure_class": "Class", "message": "these are the words"}
    assert seen(Trigger.VOLUME_FAILED, *facts, **signal)[1] == shown


def test_a_signal_without_words_is_shown_by_no_fact_without_words() -> None:
    assert seen(Trigger.VOLUME_FAILED, fact("state", ""), reason="", failure_class="", message="")[1] == []


def test_the_reason_is_that_of_the_fact_then_of_the_signal_then_its_class() -> None:
    trigger = Trigger.VOLUME_FAILED
    shown = fact("event", "x", reason="FailedMount")
    assert "(FailedMount)" in seen(trigger, shown, reason="FailedMount", failure_class="Class")[0]
    assert "(Signalled)" in seen(trigger, reason="Signalled", failure_class="Class")[0]
    assert "(Class)" in seen(trigger, reason="", failure_class="Class")[0]


def pods(count: int) -> tuple[Entity, ...]:
    return tuple(Entity(kind="Pod", namespace="ml", name=f"p{n}", role="affected") for n in range(count))


@pytest.mark.parametrize(
    ("count", "listed"),
    [
        (1, "Affected: Pod/ml/p0."),
        (3, "Affected: Pod/ml/p0, Pod/ml/p1, Pod/ml/p2."),
        (4, "Affected: Pod/ml/p0, Pod/ml/p1, Pod/ml/p2 and 1 more."),
    ],
)
def test_a_node_reaches_its_pods(count: int, listed: str) -> None:
    of = bundle(node=True, entities=(NODE, *pods(count)))
    assert [text for text, _ in reach(of, of.facts)] == [listed]
    workload = bundle(entities=pods(count))
    assert list(reach(workload, workload.facts)) == []
    alone = bundle(node=True, entities=(NODE,))
    assert list(reach(alone, alone.facts)) == []


def test_what_the_pods_say_shows_that_they_are_reached() -> None:
    several = pods(5)
    said = [
        Fact(id="", kind=fact(kind, "").kind, source="s", text=f"{kind} {n}", entity=several[n])
        for kind in ("log", "state", "event")
        for n in (4, 0, 1)
    ]
    of = bundle(*said, node=True, entities=several)
    (_, shown), *_ = reach(of, of.facts)
    assert [one.text for one in shown] == ["state 0", "state 1", "event 0"]
