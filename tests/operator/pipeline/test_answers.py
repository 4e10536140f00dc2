"""What a person asked about and serves is answered, and over at once: nothing has to recover."""

from pathlib import Path

from casebook_analyzer.models import Category, Resolution, ResolutionKind, Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, conclusion, incident, investigation, pod, running, signal, subject, workload
from tests.operator.pipeline.offices import Office
from tests.operator.pipeline.test_publisher import Press

ASKED = signal(trigger=Trigger.MANUAL, failure_class="Manual", reason="", exit_code=None)
NOTHING = conclusion(
    category=Category.UNKNOWN,
    confidence=30,
    title="Nothing wrong was found",
    summary="Nothing wrong was found in the state of 2 pods.",
    nothing_wrong=True,
    rules=(),
)
OVER = Resolution(
    kind=ResolutionKind.ANSWERED, summary="2 of 2 pods are ready", resolved_at=at(2), seconds_to_resolve=0
)


def question() -> Investigation:
    return investigation(of=ASKED, about=subject(container=""))


def serving_pod() -> Object:
    return pod({"name": "app", "state": running(-3_600), "restartCount": 0, "ready": True}, ready_since=-3_500)


async def test_an_answer_is_a_state_of_its_own_and_nothing_wrong_has_no_category() -> None:
    press = Press()
    await press.publisher.concluded(question(), incident(conclusion=NOTHING, resolution=OVER), "")
    assert problems(press.status, STATUS) == []
    assert press.conditions()["Succeeded"] == ("True", "Answered")
    assert press.conditions()["Classified"] == ("True", "NoRuleMatched")
    assert press.status["state"] == "Answered"
    assert not {"category", "confidence", "resolution"} & press.status.keys()
    assert press.status["summary"] == NOTHING.summary
    assert NOTHING.summary in [event[2] for event in press.store.events]


async def test_an_answer_with_a_cause_names_its_category() -> None:
    press = Press()
    await press.publisher.concluded(question(), incident(resolution=OVER), "")
    assert press.conditions()["Succeeded"] == ("True", "Answered")
    assert press.status["category"] == "config_error"


async def test_what_serves_is_answered_in_one_record_and_compared_with_nothing(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.kube.objects.clear()
    office.kube.put(workload("Deployment", "checkout") | {"status": {"readyReplicas": 1}}, serving_pod())
    case = question()
    await office.investigate(case)
    record = office.memory.incidents[case.uid]
    assert record.conclusion.nothing_wrong, record.conclusion
    assert record.resolution is not None
    assert (record.resolution.kind, record.resolution.resolved_at) == (
        ResolutionKind.ANSWERED,
        record.bundle.collected_at,
    )
    assert office.memory.asked_similar == []
    await office.investigator.close()


async def test_what_fails_when_a_person_asks_is_open_as_ever(tmp_path: Path) -> None:
    office = Office(tmp_path)
    case = question()
    await office.investigate(case)
    assert office.memory.incidents[case.uid].resolution is None
    await office.investigator.close()


def test_an_answered_investigation_is_over_for_all_that_look_at_states() -> None:
    case = investigation("Answered", of=ASKED)
    assert (case.resolved, case.concluded, case.open, case.judged) == (True, True, False, True)
    assert case.wanted_labels["casebook.dev/state"] == "Answered"


def test_an_answer_teaches_nothing() -> None:
    assert not ResolutionKind.ANSWERED.teaches
    assert not ResolutionKind.ANSWERED.is_fix
