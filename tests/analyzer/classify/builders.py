"""Facts, bundles and rules of a failing Deployment, as short as a claim about them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from casebook_analyzer.classify.calibration import Calibration, Point
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.classify.templates import known_names
from casebook_analyzer.classify.votes import Ballot
from casebook_analyzer.classify.weighing import Weighing, weigh
from casebook_analyzer.classify.weight import Weights
from casebook_analyzer.classify.witnesses import Witnesses
from casebook_analyzer.models import (
    Category,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    Signal,
    SubjectRef,
    Trigger,
)
from casebook_analyzer.taxonomy import Condition, Rule, Strength

ONSET = datetime(2026, 3, 4, 5, 6, 0, tzinfo=UTC)
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p", role="affected")
NODE = Entity(kind="Node", name="worker-1", role="node")
IDENTITY = Calibration(method="identity", points=(Point(0, 0), Point(100, 100)))


def at(seconds: float = 0) -> datetime:
    return ONSET + timedelta(seconds=seconds)


def fact(kind: str, text: str, *, time: datetime | None = None, **attributes: str) -> Fact:
    source = f"{attributes.get('log', kind)} of {attributes.get('container', 'app')}"
    return Fact(id="", kind=FactKind(kind), source=source, text=text, time=time, attributes=attributes)


def log(text: str, *, which: str = "previous", container: str = "app", **more: Any) -> Fact:
    return fact("log", text, container=container, log=which, **more)


def ended(code: int = 1, reason: str = "Error", **more: Any) -> Fact:
    attributes = {"container": "app", "state": "terminated", "reason": reason, "exitCode": str(code)} | more
    time = attributes.pop("time", at())
    return fact("state", f"Container app ended: {reason}, exit code {code}", time=time, **attributes)


def bundle(*facts: Fact, node: bool = False, **changes: Any) -> EvidenceBundle:
    """Facts are numbered in their order. ``node`` makes the node the subject."""
    about = SubjectRef(kind="Deployment", namespace="shop", name="checkout", container="app", node_name="worker-1")
    if node:
        about = SubjectRef(kind="Node", name="worker-1", node_name="worker-1")
    signal: dict[str, Any] = {
        "trigger": Trigger.NODE_CONDITION if node else Trigger.CRASH_LOOP_BACK_OFF,
        "failure_class": "Node" if node else "CrashLoopBackOff",
        "origin": NODE if node else POD,
        "origin_uid": "u",
        "container": "" if node else "app",
        "occurred_at": ONSET,
    } | changes.pop("signal", {})
    values: dict[str, Any] = {
        "subject": about,
        "signal": Signal(**signal),
        "collected_at": at(5),
        "facts": tuple(_numbered(f, number) for number, f in enumerate(facts, 1)),
        "entities": (POD,),
    } | changes
    return EvidenceBundle(**values)


def gap(collector: str, **more: Any) -> Gap:
    values: dict[str, Any] = {"what": f"what {collector} reads", "reason": "Forbidden"} | more
    return Gap(collector=collector, **values)


def rule(category: Category, *needs: Condition, strength: Strength = Strength.STRONG, **changes: Any) -> Rule:
    values: dict[str, Any] = {
        "id": f"rule-{category.value.replace('_', '-')}-{strength}",
        "title": f"Title of {category.value}",
        "source": "a test",
        "cause": f"Cause of {category.value}.",
        "all": needs,
    } | changes
    return Rule(category=category, strength=strength, **values)


def says(text: str, kind: FactKind = FactKind.LOG, **attributes: str) -> Condition:
    return Condition(kind=kind, text=text, attributes=attributes)


def matches(of: EvidenceBundle, *rules: Rule) -> list[Match]:
    facts, known = eligible_facts(of), known_names(of)
    return [match for one in rules if (match := match_rule(one, facts, known)) is not None]


def weighing(of: EvidenceBundle, *rules: Rule, calibration: Calibration = IDENTITY) -> Weighing:
    return weigh(matches(of, *rules), Ballot(Weights(of), Witnesses(of.facts)), calibration)


def _numbered(fact: Fact, number: int) -> Fact:
    return Fact(
        id=f"F{number}",
        kind=fact.kind,
        source=fact.source,
        text=fact.text,
        time=fact.time,
        count=fact.count,
        entity=fact.entity,
        attributes=fact.attributes,
    )
