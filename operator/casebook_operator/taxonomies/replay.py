"""Judging a recorded case anew: from the evidence that memory kept, by another taxonomy. Pure."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import NamedTuple

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import ConclusionRevision, Incident, RevisionReason
from casebook_analyzer.report import with_report
from casebook_analyzer.taxonomy import Taxonomy


class Replayed(NamedTuple):
    """One incident, and what a taxonomy makes of it."""

    incident: Incident
    again: Incident
    same: bool
    """Whether the conclusions differ by nothing but the version of the taxonomy."""


async def replayed(history: AsyncIterator[Incident], taxonomy: Taxonomy) -> AsyncIterator[Replayed]:
    """Classify every incident of a history again, one after another as the history gives them."""
    async for incident in history:
        yield replay(incident, taxonomy)


def replay(incident: Incident, taxonomy: Taxonomy) -> Replayed:
    """Classify one incident again, from the evidence that memory kept."""
    again = reclassified(incident, taxonomy)
    return Replayed(incident, again, incident.conclusion.says_the_same(again.conclusion))


def reclassified(incident: Incident, taxonomy: Taxonomy) -> Incident:
    """The incident with the conclusion and the report that this taxonomy leads to."""
    conclusion = classify(incident.bundle, taxonomy)
    return with_report(msgspec.structs.replace(incident, conclusion=conclusion))


def by_taxonomy(again: Incident, at: datetime) -> Incident:
    """An incident whose conclusion says that another taxonomy led to it."""
    why = f"by taxonomy {again.conclusion.taxonomy_version}"
    revision = ConclusionRevision(at=at, reason=RevisionReason.TAXONOMY, why=why)
    return msgspec.structs.replace(again, conclusion=msgspec.structs.replace(again.conclusion, revision=revision))
