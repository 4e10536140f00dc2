"""What the shipped rules make of one line: words of programs, of kubelet's statuses and of Events, as they really vary."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, parse_scheduling, sample_log
from casebook_analyzer.models import Category, Conclusion, Entity, Fact, FactKind, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import load_taxonomy

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p")
PHRASES = Path(__file__).parent / "phrases"


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """A status or an Event."""

    reason: str
    text: str
    code: int | None = None
    beside: "Said | None" = None
    """A status that goes with the Event."""


class Phrases(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of one category."""

    logs: list[str] = []
    states: list[Said] = []
    events: list[Said] = []


def phrases() -> list[Any]:
    found = []
    for path in sorted(PHRASES.glob("*.yaml")):
        of = msgspec.yaml.decode(path.read_bytes(), type=Phrases)
        category = Category(path.stem)
        for line in of.logs:
            found.append(pytest.param(category, [state(Said("Error", "", code=1))], line, id=f"{category}: {line[:60]}"))
        for said in of.states:
            found.append(pytest.param(category, [state(said)], "", id=f"{category}: {said.text[:60]}"))
        for said in of.events:
            beside = [state(said.beside)] if said.beside else []
            found.append(pytest.param(category, [*beside, *events(said)], "", id=f"{category}: {said.text[:60]}"))
    return found


def state(said: Said) -> Fact:
    attributes = {"container": "app", "reason": said.reason, "from": "state"}
    attributes |= {"state": "waiting"} if said.code is None else {"state": "terminated", "exitCode": str(said.code)}
    text = f"Container app: {said.reason}: {said.text}"
    return Fact(id="", kind=FactKind.STATE, source="pod", text=text, attributes=attributes)


def events(said: Said) -> list[Fact]:
    common = {"reason": said.reason, "type": "Warning"}
    found = [Fact(id="", kind=FactKind.EVENT, source="event", text=said.text, time=NOW, attributes=common)]
    if said.reason == "FailedScheduling":
        for reason in parse_scheduling(said.text):
            attributes = common | {"scheduling": reason.word, "resource": reason.resource, "taint": reason.taint}
            attributes = {name: value for name, value in attributes.items() if value}
            found.append(Fact(id="", kind=FactKind.EVENT, source="event", text=reason.text, attributes=attributes))
    return found


def conclude(facts: list[Fact], log: str) -> Conclusion:
    code = next((f.attributes["exitCode"] for f in facts if "exitCode" in f.attributes), None)
    collected = [Collected(facts=tuple(facts))]
    if log:
        text = f"starting\n{log}".encode()
        collected.append(sample_log(text, container="app", which="previous", pod=POD, source="log"))
    bundle = assemble(
        subject=SubjectRef(kind="Deployment", namespace="shop", name="checkout", container="app"),
        signal=Signal(
            trigger=Trigger.CRASH_LOOP_BACK_OFF,
            failure_class="CrashLoopBackOff",
            origin=POD,
            origin_uid="u",
            container="app",
            exit_code=int(code) if code else None,
            occurred_at=NOW,
        ),
        collected_at=NOW,
        collected=collected,
        redactor=Redactor(b"test"),
    )
    return classify(bundle, load_taxonomy())


@pytest.mark.parametrize(("category", "facts", "log"), phrases())
def test_one_line_leads_to_its_category(category: Category, facts: list[Fact], log: str) -> None:
    conclusion = conclude(facts, log)
    assert conclusion.category is category, (conclusion.category, conclusion.rules, conclusion.summary)
