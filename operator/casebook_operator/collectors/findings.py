"""What one collector has found so far, and the one way in which it reads."""

import asyncio
from collections.abc import Coroutine, Mapping
from datetime import datetime
from typing import Any, TypeVar

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Entity, Fact, FactKind, Gap, GapReason, WorkloadTemplate
from casebook_operator.collectors.gaps import READ_ERRORS, gap_of

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

    def gap(self, what: str, reason: GapReason, detail: str = "") -> None:
        self.gaps.append(Gap(collector=self.collector, what=what, reason=reason, detail=detail))

    def add(self, *facts: Fact) -> None:
        self.facts.extend(facts)

    async def read(self, what: str, call: Coroutine[Any, Any, T], seconds: float = READ_SECONDS) -> T | None:
        """The answer of one request, or None and a Gap."""
        try:
            async with asyncio.timeout(seconds):
                return await call
        except READ_ERRORS as error:
            self.gaps.append(gap_of(self.collector, what, error))
            return None

    def collected(self) -> Collected:
        return Collected(
            facts=tuple(self.facts),
            gaps=tuple(self.gaps),
            entities=tuple(self._entities),
            template=self.template,
            environment=dict(self.environment),
        )
