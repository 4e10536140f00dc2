"""The conclusions of an Investigation that later ones replaced, as its status keeps them. Pure."""

from datetime import datetime

from casebook_analyzer.models import ConclusionRevision, Incident
from casebook_operator.investigation.manifest import Investigation
from casebook_operator.investigation.status import cut
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time, to_rfc3339
from casebook_operator.kube.values import mappings, number, text

KEPT = 5
"""In the status, where there is little room. Memory and the report have all of them."""


def revision_count(case: Investigation) -> int:
    """How often the conclusion of an Investigation was replaced."""
    return max((number(one, "number") for one in mappings(case.status, "revisions")), default=0)


def evidence_time(case: Investigation) -> datetime:
    """When the evidence was gathered that the conclusion was last held against.

    An earlier version of Casebook has written none, and has gathered it when the case was opened.
    """
    return parse_time(case.status.get("evidenceTime")) or case.created_at


def evidence_status(incident: Incident) -> Object:
    """``evidenceTime``: when the evidence of an incident was gathered."""
    return {"evidenceTime": to_rfc3339(incident.bundle.collected_at)}


def has_revision(case: Investigation, revision: ConclusionRevision) -> bool:
    """Whether the status tells of a revision."""
    at = to_rfc3339(revision.at)
    return any(one.get("revisedTime") == at for one in mappings(case.status, "revisions"))


def revised_status(case: Investigation, revision: ConclusionRevision | None) -> Object:
    """``revisions`` with what the status says now in front. One that is there already is not written again."""
    if revision is None or has_revision(case, revision):
        return {}
    replaced = {
        "number": revision_count(case) + 1,
        "revisedTime": to_rfc3339(revision.at),
        "reason": revision.reason.value,
        "why": cut(revision.why, 160),
        "category": text(case.status, "category") or "unknown",
        "confidence": number(case.status, "confidence"),
        "summary": cut(text(case.status, "summary"), 160),
    }
    return {"revisions": [replaced, *mappings(case.status, "revisions")][:KEPT]}
