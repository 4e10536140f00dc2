"""A case that models are asked about, and settings that ask them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from casebook_analyzer.models import Category, Entity, EvidenceBundle, Fact, FactKind, Incident
from casebook_operator.reflection_settings import ModelSettings, ReflectionSettings
from tests.operator.builders import at, conclusion, incident, signal, subject

FACTS = (
    Fact(id="F1", kind=FactKind.LOG, source="log of container app", text="FATAL: DATABASE_URL is not set", time=at(-2)),
    Fact(
        id="F2",
        kind=FactKind.CHANGE,
        source="ReplicaSet checkout-5d9f",
        text="env DATABASE_URL removed from container app",
        entity=Entity(kind="Deployment", namespace="shop", name="checkout"),
    ),
    Fact(id="F3", kind=FactKind.STATE, source="pod checkout-5d9f-abcde", text="exit code 137, restarted 12 times"),
)


def bundle(facts: Sequence[Fact] = FACTS) -> EvidenceBundle:
    return EvidenceBundle(subject=subject(), signal=signal(), collected_at=at(), facts=tuple(facts))


def fact(text: str, number: int = 4) -> Fact:
    """Another line of a log."""
    return Fact(id=f"F{number}", kind=FactKind.LOG, source="log of container app", text=text)


def unknown_incident(facts: Sequence[Fact] = FACTS, **changes: Any) -> Incident:
    concluded = conclusion(category=Category.UNKNOWN, confidence=20)
    return msgspec.structs.replace(incident(), bundle=bundle(facts), conclusion=concluded, **changes)


def settings(url: str, *names: str, **changes: Any) -> ReflectionSettings:
    models = [{"name": name} for name in names or ("small",)]
    return ReflectionSettings.model_validate({"url": url, "models": models, "timeout_seconds": 20} | changes)


SMALL = ModelSettings(name="small")
