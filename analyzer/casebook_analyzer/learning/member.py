"""One incident of a family, with only what fixes and records are computed from."""

from datetime import datetime
from typing import Self

import msgspec

from casebook_analyzer.models import (
    FixSource,
    IncidentIdentity,
    Mention,
    Resolution,
    ResolutionKind,
    Said,
    Verdict,
    Withdrawn,
)


class Lesson(msgspec.Struct, frozen=True):
    """The fix of one incident, and who knows of it."""

    fix: str
    source: FixSource


class Member(IncidentIdentity, frozen=True, kw_only=True):
    """One incident of a family. It is small, because a crash that came back a thousand times has a thousand of them."""

    resolution: Resolution | None = None
    said: Said | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    device: str = ""
    """Of a node: what was done for one GPU says nothing of another one. ``subject`` is the node."""

    @property
    def unbelieved(self) -> Self:
        """The same, without what people say of its category, its cause and its fix. A rejection stays one."""
        if self.said is None:
            return self
        bare = msgspec.structs.replace(self.said, category=None, cause="", fix="", proposed_fix="")
        return msgspec.structs.replace(self, said=bare)

    @property
    def rejected(self) -> bool:
        """Whether the latest verdict of a person rejects it."""
        return self.said is not None and self.said.verdict is Verdict.REJECTED

    @property
    def over(self) -> bool:
        """Whether it is resolved in a way that something can be learned from."""
        return self.resolution is not None and self.resolution.kind.teaches

    @property
    def by_itself(self) -> bool:
        """Whether it ended and neither Casebook nor a person knows by what."""
        ended = self.resolution is not None and self.resolution.kind is ResolutionKind.RECOVERED_BY_ITSELF
        return ended and not (self.said is not None and self.said.fix)

    @property
    def ended_at(self) -> datetime:
        """When it was resolved; its beginning while it is open."""
        return self.resolution.resolved_at if self.resolution else self.opened_at

    @property
    def lesson(self) -> Lesson | None:
        """The fix, if any. A person's word wins over what was observed: of five changes he knows which one it was."""
        if self.rejected:
            return None
        if self.said is not None and self.said.fix:
            return Lesson(self.said.fix, FixSource.PERSON)
        if self.resolution is None or not self.resolution.kind.is_fix or not self.resolution.fix:
            return None
        told = self.resolution.kind is ResolutionKind.IMPORTED
        return Lesson(self.resolution.fix, FixSource.PERSON if told else FixSource.OBSERVED)

    @property
    def proposals(self) -> tuple[Lesson, ...]:
        """Fixes that have ended nothing yet: what a person names while it is open, what an agent passes on at any time.

        That the incident is over says nothing for an agent's: no person says that it ended it.
        """
        if self.said is None or self.rejected:
            return ()
        by_person = [Lesson(self.said.fix, FixSource.PERSON)] if self.said.fix and self.resolution is None else []
        by_agent = [Lesson(self.said.proposed_fix, FixSource.AGENT)] if self.said.proposed_fix else []
        return (*by_person, *by_agent)

    @property
    def failed_fixes(self) -> tuple[Withdrawn, ...]:
        """What was done against it and did not last. Where nothing was done there is no fix that failed."""
        if self.rejected:
            return ()
        return tuple(one for one in self.withdrawn if one.fix and one.kind.is_fix)

    @property
    def mention(self) -> Mention:
        """The incident as other incidents show it, corrected by what people say."""
        said, lesson = self.said, self.lesson
        resolution = self.resolution.summary if self.resolution else ""
        corrected = {
            "category": (said.category if said else None) or self.category,
            "title": (said.cause if said else "") or self.title,
            "resolution": lesson.fix if lesson and lesson.source is FixSource.PERSON else resolution,
        }
        return Mention(**self.identity | corrected)
