"""Answers of a search: similar incidents, and passages of reports."""

import msgspec

from casebook_analyzer.models import FittingKnowledge, IncidentIdentity, SimilarIncident


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


class Recollection(msgspec.Struct, frozen=True, kw_only=True):
    """What memory has for a case that is concluded."""

    similar: SimilarResult
    knowledge: FittingKnowledge | None = None
    """None where nobody has written anything."""


class SearchHit(IncidentIdentity, frozen=True, kw_only=True):
    """The passage of one incident's report that fits a free text best."""

    heading: str
    """Headings above the passage, ``Evidence > Logs``."""
    start_line: int
    """Its first line in the report, counted from 1."""
    excerpt: str
    score_permille: int
    cosine_permille: int | None = None
    lexical_permille: int


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a search for a free text."""

    hits: tuple[SearchHit, ...] = ()
    """The best first, one per incident."""
    reason: str
    """One line for a person: what was searched and how, and why nothing was found if nothing was."""
    searched: int
    """How many passages of reports there are, the number that was searched."""
    exact: bool = True
    """False when an index proposed the candidates, which may miss one."""
