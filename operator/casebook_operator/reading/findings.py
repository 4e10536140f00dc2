"""What one collector has found so far, and how it reads: a failed read becomes a Gap."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime
from typing import Any, TypeVar

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Entity, Fact, FactKind, Gap, GapReason, ObjectState, WorkloadTemplate
from casebook_operator.kube import NotHeldError
from casebook_operator.reading.gaps import READ_ERRORS, gap_of

T = TypeVar("T")

READ_SECONDS = 4.0
"""One read may take this long. The API server's own objective for a single object is 1 s (sig-scalability, slos.md)."""


class Findings:
    """Facts, gaps and entities of one collector. It is mutable, so that a time-out keeps what was found before."""

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
        """Add a fact. ``text`` is for people; rules match ``attributes`` (:mod:`casebook_analyzer.evidence`).

        Attributes that are None or empty are left out. ``source`` names where it was read, and ``count`` how often it
        occurred.
        """
        known = {name: str(value) for name, value in attributes.items() if value is not None and value != ""}
        self.facts.append(
            Fact(id="", kind=kind, source=source, text=text, time=time, count=count, entity=entity, attributes=known)
        )

    def entity(self, *entities: Entity) -> None:
        self._entities.extend(entities)

    def rests_on(self, *objects: ObjectState) -> None:
        """Keep the states of objects that may have caused the case: they are compared when the case is over."""
        self._objects.extend(objects)

    def looked_for(self, what: str, result: str) -> None:
        """A line for the reader of the report: what was searched, and whether it was found."""
        self._looked_for.append(f"{what}: {result}")

    def gap(self, what: str, reason: GapReason, detail: str = "") -> None:
        self.gaps.append(Gap(collector=self.collector, what=what, reason=reason, detail=detail))

    def add(self, *facts: Fact) -> None:
        self.facts.extend(facts)

    async def read(self, what: str, call: Coroutine[Any, Any, T], seconds: float = READ_SECONDS) -> T | None:
        """The answer to one request, awaited for ``seconds``. None when it fails, and then there is a Gap.

        A bundle that never saved such objects gives None and no Gap.
        """
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
        """Append everything that ``other`` has found."""
        found = other.collected()
        self.facts.extend(found.facts)
        self.gaps.extend(found.gaps)
        self._entities.extend(found.entities)
        self._looked_for.extend(found.looked_for)
        self._objects.extend(found.objects)


async def side_by_side(findings: Findings, *parts: Callable[[Findings], Awaitable[T]]) -> list[T]:
    """Run several readers at once, and return their answers in the order given.

    Their findings are in that order too, so that the same evidence always gives the same bundle. A time-out keeps what
    was found until then.
    """
    own = [Findings(findings.collector) for _ in parts]
    try:
        return list(await asyncio.gather(*(part(one) for part, one in zip(parts, own, strict=True))))
    finally:
        for one in own:
            findings.absorb(one)
