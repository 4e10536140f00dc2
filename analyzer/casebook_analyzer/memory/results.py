"""What memory answers."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import Category, SimilarIncident


class SimilarResult(msgspec.Struct, frozen=True, kw_only=True):
    """Past incidents that resemble a case. An empty answer is an answer, with a reason."""

    incidents: tuple[SimilarIncident, ...] = ()
    """The most similar first, one per family."""
    reason: str
    """One line for a person: what was searched, and why nothing was found if nothing was."""
    searched: int
    """How many incidents the case was compared with."""


class SearchHit(msgspec.Struct, frozen=True, kw_only=True):
    """The best place in one incident's report for a free text."""

    incident_id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime
    heading: str
    """Headings down to the place, ``Evidence > Logs``."""
    start_line: int
    """First line of the place in the report, from 1."""
    excerpt: str
    score_permille: int
    cosine_permille: int | None = None
    lexical_permille: int


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True):
    """How much one tenant's memory holds, and in which state."""

    incidents: int
    open: int
    """Without a resolution yet."""
    embedded: int
    """With a case vector of the current model."""
    pending: int
    """Without one. They are found by their words."""
    model: str = ""
    """Empty when there is no embedding model, or one that fails."""
    revision: str = ""
    database_bytes: int
    """The whole database, other tenants and indexes among it."""
