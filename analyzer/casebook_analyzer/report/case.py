"""What a report is rendered from: one case, and what is known when it is read."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import (
    CasePast,
    Conclusion,
    EvidenceBundle,
    FittingKnowledge,
    Incident,
    Opinion,
    Resolution,
    ResolutionKind,
    SimilarIncident,
    Withdrawn,
)


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What is known when a report is read, and was not when it was written."""

    now: datetime
    resolution: Resolution | None = None
    past: CasePast | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    """What did not help, or did not last."""
    similar: tuple[SimilarIncident, ...] = ()
    knowledge: FittingKnowledge | None = None
    opinion: Opinion | None = None
    """What a language model said of the case."""


class ReportedCase(msgspec.Struct, frozen=True, kw_only=True):
    """One case as reports show it. Equal cases give equal reports."""

    bundle: EvidenceBundle
    conclusion: Conclusion
    namespace: str
    """The namespace of the Investigation; ``name`` is its name."""
    name: str
    episode: int
    opened_at: datetime
    casebook: str = ""
    """The version of Casebook that stands on the report; that of the installed package when it is empty."""
    reading: Reading | None = None
    """None for the report that is stored: how it ended and what resembles it changes after it is written."""


def written_case(incident: Incident) -> ReportedCase:
    """An incident as it is when its report is written."""
    return ReportedCase(
        bundle=incident.bundle,
        conclusion=incident.conclusion,
        namespace=incident.namespace,
        name=incident.name,
        episode=incident.episode,
        opened_at=incident.opened_at,
    )


def read_case(incident: Incident, *, now: datetime, past: CasePast | None = None) -> ReportedCase:
    """An incident of memory, as it is read at ``now``.

    ``past`` is what memory knows now. What people correct later shows in every report, also in those that were written
    before. Without it the similar incidents are those that were attached when the case was recorded.
    """
    reading = Reading(
        now=now,
        resolution=None if _is_answer(incident.resolution) else incident.resolution,
        past=past,
        withdrawn=incident.withdrawn,
        similar=past.similar if past else incident.similar,
        knowledge=incident.knowledge,
        opinion=incident.opinion,
    )
    return msgspec.structs.replace(written_case(incident), reading=reading)


def _is_answer(ended: Resolution | None) -> bool:
    """Of what a person asked about and served, nothing ended."""
    return ended is not None and ended.kind is ResolutionKind.ANSWERED
