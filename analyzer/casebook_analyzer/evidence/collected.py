"""What one collector found, before it is redacted, numbered and bounded."""

from typing import Self

import msgspec

from casebook_analyzer.models import Entity, Fact, Gap, ObjectState, WorkloadTemplate


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """Facts without ids, and what was looked for and not found."""

    facts: tuple[Fact, ...] = ()
    gaps: tuple[Gap, ...] = ()
    entities: tuple[Entity, ...] = ()
    looked_for: tuple[str, ...] = ()
    """What was searched, and whether it was found."""
    template: WorkloadTemplate | None = None
    objects: tuple[ObjectState, ...] = ()
    environment: dict[str, str] = msgspec.field(default_factory=dict)

    def merge(self, other: Self) -> Self:
        """Join two findings, this one first. Of two templates, or two values of one tag, this one's is kept."""
        return type(self)(
            facts=self.facts + other.facts,
            gaps=self.gaps + other.gaps,
            entities=self.entities + other.entities,
            looked_for=self.looked_for + other.looked_for,
            template=self.template or other.template,
            objects=self.objects + other.objects,
            environment={**other.environment, **self.environment},
        )
