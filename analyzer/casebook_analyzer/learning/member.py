"""One incident of a family, as much of it as others learn from."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import Category, FixSource, Mention, Resolution, ResolutionKind, Said, Verdict

_TEACH_NOTHING = frozenset({ResolutionKind.SUBJECT_DELETED, ResolutionKind.EXPLAINED})


class Lesson(msgspec.Struct, frozen=True):
    """A fix that somebody or something names for one incident."""

    fix: str
    source: FixSource


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Narrow: of a crash that came back a thousand times all of them are read."""

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime
    resolution: Resolution | None = None
    said: Said | None = None

    @property
    def rejected(self) -> bool:
        """Whether people say that it is not what Casebook took it for."""
        return self.said is not None and self.said.verdict is Verdict.REJECTED

    @property
    def over(self) -> bool:
        """Resolved so that its end means something."""
        return self.resolution is not None and self.resolution.kind not in _TEACH_NOTHING

    @property
    def by_itself(self) -> bool:
        """Whether it ended without anything that Casebook saw or a person named."""
        ended = self.resolution is not None and self.resolution.kind is ResolutionKind.RECOVERED_BY_ITSELF
        return ended and not (self.said is not None and self.said.fix)

    @property
    def ended_at(self) -> datetime:
        """When it was resolved; its beginning while it is open."""
        return self.resolution.resolved_at if self.resolution else self.opened_at

    @property
    def lesson(self) -> Lesson | None:
        """The fix. A person's word goes before what was observed: of five changes in one rollout, he knows which."""
        if self.rejected:
            return None
        if self.said is not None and self.said.fix:
            return Lesson(self.said.fix, FixSource.PERSON)
        if not self.over or self.by_itself or self.resolution is None or not self.resolution.fix:
            return None
        return Lesson(self.resolution.fix, FixSource.OBSERVED)

    @property
    def mention(self) -> Mention:
        """As others name it, with what people say of it."""
        said, lesson = self.said, self.lesson
        resolution = self.resolution.summary if self.resolution else ""
        return Mention(
            id=self.id,
            namespace=self.namespace,
            name=self.name,
            subject=self.subject,
            category=(said.category if said else None) or self.category,
            title=(said.cause if said else "") or self.title,
            opened_at=self.opened_at,
            resolution=lesson.fix if lesson and lesson.source is FixSource.PERSON else resolution,
        )
