"""What one collector has found so far, and the one way in which it reads."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime
from typing import Any, TypeVar

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Entity, Fact, FactKind, Gap, GapReason, ObjectState, WorkloadTemplate
from casebook_operator.collectors.gaps import READ_ERRORS, gap_of
from casebook_operator.kube import NotHeldError

T = TypeVar("T")

READ_SECONDS = 4.0
"""One read may take this long. The API server's own objective for a single object is 1 s (sig-scalability, slos.md)."""


class Findings:
    """Facts, gaps and entities of one collector. Unlike everything else here it is mutable: a time-out keeps it."""

    def __init__(self, collector: str) -> None:
        self.collector = collector
        self.template: WorkloadTemplate | None = None
        self.environment: dict[str, str] = {}
        self.gaps: list[Gap] = []
        self.facts: list[Fact] = []
        self._entities: list[Entity] = []
        self._looked_for: list[str] = []
        self._objects: list[ObjectState] = []

    def fact(
        self,
        kind: FactKind,
        source: str,
        text: str,
        attributes: Mapping[str, object],
        *,
        entity: Entity | None = None,
        time: datetime | None = None,
        count: int = 1,
    ) -> None:
        """Attributes are what rules match, see :mod:`casebook_analyzer.evidence`. None and empty ones are left out."""
        known = {name: str(value) for name, value in attributes.items() if value is not None and value != ""}
        self.facts.append(
            Fact(id="", kind=kind, source=source, text=text, time=time, count=count, entity=entity, attributes=known)
        )

    def entity(self, *entities: Entity) -> None:
        self._entities.extend(entities)

    def rests_on(self, *objects: ObjectState) -> None:
        """What the case may have been caused by: it is read again when the case is over, and compared."""
        self._objects.extend(objects)

    def looked_for(self, what: str, result: str) -> None:
        """A line for the reader of the report: what was searched, and whether it was found."""
        self._looked_for.append(f"{what}: {result}")

    def gap(self, what: str, reason: GapReason, detail: str = "") -> None:
        self.gaps.append(Gap(collector=self.collector, what=what, reason=reason, detail=detail))

    def add(self, *facts: Fact) -> None:
        self.facts.extend(facts)

    async def read(self, what: str, call: Coroutine[Any, Any, T], seconds: float = READ_SECONDS) -> T | None:
        """The answer of one request, or None and a Gap; without one where the source has no such objects at all."""
        try:
            async with asyncio.timeout(seconds):
                return await call
        except NotHeldError:
            return None
        except READ_ERRORS as error:
            self.gaps.append(gap_of(self.collector, what, error))
            return None

    def collected(self) -> Collected:
        return Collected(
            facts=tuple(self.facts),
            gaps=tuple(self.gaps),
            entities=tuple(self._entities),
            looked_for=tuple(self._looked_for),
            objects=tuple(self._objects),
            template=self.template,
            environment=dict(self.environment),
        )

    def absorb(self, other: "Findings") -> None:
        """Everything that another found, behind what is here."""
        found = other.collected()
        self.facts.extend(found.facts)
        self.gaps.extend(found.gaps)
        self._entities.extend(found.entities)
        self._looked_for.extend(found.looked_for)
        self._objects.extend(found.objects)


async def side_by_side(findings: Findings, *parts: Callable[[Findings], Awaitable[T]]) -> list[T]:
    """The answers of several readers at once. Their findings stand in the order given, whoever was first.

    So the same evidence gives the same bundle. A time-out keeps what came.
    """
    own = [Findings(findings.collector) for _ in parts]
    try:
        return list(await asyncio.gather(*(part(one) for part, one in zip(parts, own, strict=True))))
    finally:
        for one in own:
            findings.absorb(one)
