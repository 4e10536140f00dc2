"""Wherever items of several namespaces wait for each other, namespaces take turns: here one of each line is asked."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from casebook_analyzer.models import Entity
from casebook_operator.cases.deduplication import Deduplicator, SeenSignal
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.recovery import RecoverySweep
from casebook_operator.feedback.sync import FeedbackSync, _Annotated
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline.intake import Held, Intake
from casebook_operator.pipeline.refusals import Refusals, Refused
from casebook_operator.reflection.sync import ReflectionSync, _Asked
from casebook_operator.settings import CaseSettings
from casebook_operator.work import KeyedWork
from tests.operator.builders import at, investigation, signal, subject
from tests.operator.waiting import until

NOBODY: Any = None
"""Who is not asked: no item gets as far."""

Line = tuple[KeyedWork[Any], Callable[[str], object]]
"""Work, and an item of a namespace."""


def case(namespace: str) -> Investigation:
    return investigation(about=subject(namespace=namespace))


def signals() -> Line:
    def seen(namespace: str) -> SeenSignal:
        of = signal(origin=Entity(kind="Pod", namespace=namespace, name="app"))
        return SeenSignal(of, {}, ObjectKey("Pod", namespace, "app"))

    parts = ("cases", "opener", "resolver", "correlator", "staleness", "overflow", "pseudonyms")
    return Deduplicator(**dict.fromkeys(parts, NOBODY))._work, seen


def looks_at_what_is_due() -> Line:
    return DelayQueue(NOBODY)._work, lambda namespace: ObjectKey("Pod", namespace, "app")


def recoveries() -> Line:
    parts = ("kube", "known", "cases", "inhibitor", "closing", "taxonomy")
    return RecoverySweep(**dict.fromkeys(parts, NOBODY), settings=CaseSettings())._work, case


def feedback() -> Line:
    parts = ("memory", "writer", "cases", "pseudonyms", "view")
    return FeedbackSync(**dict.fromkeys(parts, NOBODY))._work, lambda namespace: _Annotated(case(namespace), {}, "")


def waiting() -> Line:
    intake = Intake(investigator=NOBODY, publisher=NOBODY, cases=NOBODY, settings=CaseSettings())
    return intake._notes, lambda namespace: Held(case(namespace), at())


def refusals() -> Line:
    return Refusals(NOBODY)._work, lambda namespace: Refused(case(namespace), "")


def questions_to_models() -> Line:
    parts = ("adviser", "memory", "writer", "cases", "pseudonyms")
    sync = ReflectionSync(**dict.fromkeys(parts, NOBODY), below=0, log_text=False)
    return sync._work, lambda namespace: _Asked(case(namespace), "")


@pytest.mark.parametrize(
    "line", [signals, looks_at_what_is_due, recoveries, feedback, waiting, refusals, questions_to_models]
)
async def test_what_one_namespace_has_keeps_nobody_elsewhere_waiting(
    line: Callable[[], Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    work, item_of = line()
    begun: list[object] = []

    async def handle(item: object) -> None:
        begun.append(item)
        await asyncio.sleep(0)

    monkeypatch.setattr(work, "_handle", handle)
    for number in range(50):
        work.submit(f"evil-{number}", item_of("evil"))
    item = item_of("shop")
    work.submit("shop", item)
    await until(lambda: not len(work))
    assert begun.index(item) < 10, "behind those that had a slot before it came"
