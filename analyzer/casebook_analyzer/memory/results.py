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
    exact: bool = True
    """False when an index proposed the candidates, which may miss one."""


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


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a free text finds."""

    hits: tuple[SearchHit, ...] = ()
    """The best first, one per incident."""
    reason: str
    """One line for a person: what was searched and how, and why nothing was found if nothing was."""
    searched: int
    """How many pieces of reports there are."""
    exact: bool = True
    """False when an index proposed the candidates, which may miss one."""


class Backlog(msgspec.Struct, frozen=True, kw_only=True):
    """How many incidents have vectors of the current model. All are found by their words meanwhile."""

    embedded: int
    """With vectors of their case and of all chunks of their report."""
    pending: int
    """They wait for theirs: all of them while there is no model."""
    failed: int
    """Given up, because the model could not read them. Another model or ``casebook memory reindex`` tries again."""
    stale: int
    """Of the pending, those that have vectors of another model, which no search looks at: what is left of a change of
    models."""


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True):
    """How much one tenant's memory holds, and in which state."""

    incidents: int
    open: int
    """Without a resolution yet."""
    embedded: int
    """This and the next three are those of :class:`Backlog`."""
    pending: int
    failed: int
    stale: int
    cached_texts: int
    """Texts whose vector is kept, so that the same text needs no model."""
    model: str = ""
    """Empty when there is no embedding model, or one that fails."""
    revision: str = ""
    database_bytes: int
    """The whole database, other tenants and indexes among it."""
