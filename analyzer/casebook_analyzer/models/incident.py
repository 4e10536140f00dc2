"""The durable record of a case, and what is attached of it to later cases."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.conclusion import Conclusion
from casebook_analyzer.models.evidence import EvidenceBundle


class ResolutionKind(StrEnum):
    """What ended a failure."""

    TEMPLATE_CHANGED = "TemplateChanged"
    """A rollout: the pod template of the recovered pods differs from the one that failed."""
    POD_REPLACED = "PodReplaced"
    """Same template, other pods."""
    RECOVERED_BY_ITSELF = "RecoveredByItself"
    """Same template, same pods."""
    NODE_RECOVERED = "NodeRecovered"
    SUBJECT_DELETED = "SubjectDeleted"
    """The workload or node is gone, or was scaled to zero: over, but nothing was learned."""
    EXPLAINED = "Explained"
    """It was a symptom of another case, which was found later and goes on: nothing was learned here."""


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """How and when a subject recovered."""

    kind: ResolutionKind
    summary: str
    """One line: ``env DATABASE_URL added to container app``."""
    changes: tuple[str, ...] = ()
    resolved_at: datetime
    seconds_to_resolve: int


class Incident(msgspec.Struct, frozen=True, kw_only=True):
    """One case as memory keeps it. ``id`` is the UID of the Investigation, so writing it twice is one row."""

    id: str
    tenant: str
    namespace: str
    name: str
    """Name of the Investigation; with ``namespace`` it is what people look it up by."""
    episode: int
    opened_at: datetime
    bundle: EvidenceBundle
    conclusion: Conclusion
    report: str
    """The markdown report, without the section on similar incidents (that one is written when it is read)."""
    similar: "tuple[SimilarIncident, ...]" = ()
    resolution: Resolution | None = None


class Band(StrEnum):
    """How far a similar incident may be trusted."""

    STRONG = "Strong"
    POSSIBLE = "Possible"


class SimilarIncident(msgspec.Struct, frozen=True, kw_only=True):
    """A past incident that resembles a case, why, and what fixed it.

    Scores are integers per mille: the API conventions of Kubernetes allow no floating point numbers in a status.
    """

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime
    score_permille: int
    cosine_permille: int | None = None
    """None when there is no embedder: the lexical leg then carries the whole weight."""
    lexical_permille: int
    band: Band
    why: tuple[str, ...]
    """Readable reasons: ``same signature``, ``shared terms: database_url, environment, variable``."""
    resolution: str = ""
    """What fixed it, or empty while it is open."""
    seconds_to_resolve: int | None = None
