"""Incidents to rows and back."""

import json
from datetime import UTC
from typing import Any

import msgspec
from sqlalchemy import Row

from casebook_analyzer.memory.schema import incident as table
from casebook_analyzer.models import (
    Conclusion,
    EvidenceBundle,
    Incident,
    Resolution,
    ResolutionKind,
    SimilarIncident,
)

COLUMNS = tuple(
    table.c[name]
    for name in (
        "tenant", "id", "namespace", "name", "episode", "opened_at",
        "bundle", "conclusion", "similar", "report", "resolution",
    )
)  # fmt: skip


def incident_row(incident: Incident) -> dict[str, Any]:
    """All columns of the table ``incident``."""
    return {
        "tenant": incident.tenant,
        "id": incident.id,
        "namespace": incident.namespace,
        "name": incident.name,
        "episode": incident.episode,
        "opened_at": incident.opened_at,
        "subject": str(incident.bundle.subject),
        "category": incident.conclusion.category.value,
        "title": storable(incident.conclusion.title),
        "family": incident.conclusion.signature.key,
        "bundle": _document(incident.bundle),
        "conclusion": _document(incident.conclusion),
        "similar": _document(incident.similar),
        "report": storable(incident.report),
        **resolution_columns(incident.resolution),
    }


def resolution_columns(resolution: Resolution | None) -> dict[str, Any]:
    """The columns that a resolution changes."""
    if resolution is None:
        return {"resolution": None, "instructive": False}
    # A workload that was deleted is over, but tells nobody what to do; nor does a symptom that another case explains.
    instructive = resolution.kind not in (ResolutionKind.SUBJECT_DELETED, ResolutionKind.EXPLAINED)
    return {"resolution": _document(resolution), "instructive": instructive}


def incident_from(row: Row[Any]) -> Incident:
    """The incident of a row that has ``COLUMNS``."""
    return Incident(
        id=row.id,
        tenant=row.tenant,
        namespace=row.namespace,
        name=row.name,
        episode=row.episode,
        opened_at=row.opened_at.astimezone(UTC),
        bundle=msgspec.convert(row.bundle, EvidenceBundle),
        conclusion=msgspec.convert(row.conclusion, Conclusion),
        report=row.report,
        similar=msgspec.convert(row.similar, tuple[SimilarIncident, ...]),
        resolution=resolution_from(row.resolution),
    )


def resolution_from(document: object) -> Resolution | None:
    """The resolution of a row, None while the incident is open."""
    return None if document is None else msgspec.convert(document, Resolution)


def _document(value: object) -> Any:
    return json.loads(storable(msgspec.json.encode(value).decode().replace("\\u0000", "\\ufffd")))


def storable(text: str) -> str:
    """A text without NUL. PostgreSQL stores every character but that one, and nobody misses it in a log line."""
    return text.replace("\0", "\ufffd")
