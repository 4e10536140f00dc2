"""Incidents to rows and back."""

import json
from collections.abc import Iterable
from datetime import UTC
from typing import Any

import msgspec
from sqlalchemy import Row, Select, and_, select

from casebook_analyzer.memory.database.tables import incident, resolution
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.incidents.about import numbers_about
from casebook_analyzer.models import (
    Category,
    Change,
    Incident,
    IncidentIdentity,
    Resolution,
    ResolutionKind,
)

_OF_INCIDENT = tuple(name for name in Incident.__struct_fields__ if name != "resolution")
_COLUMNS = tuple(incident.c[name] for name in _OF_INCIDENT)
IDENTITY = tuple(incident.c[name] for name in IncidentIdentity.__struct_fields__)
"""What ``identity_from`` reads."""
RESOLUTION = tuple(resolution.c[name] for name in Resolution.__struct_fields__)
"""What ``resolution_from`` reads. All are null while the incident is open."""

WITH_RESOLUTION = incident.outerjoin(
    resolution, and_(resolution.c.tenant == incident.c.tenant, resolution.c.incident_id == incident.c.id)
)
"""Every incident once, resolved or not."""


INDEXED = 253
"""Bytes of a text in an index, whose rows have 2,704 bytes at most: as long as a name of Kubernetes."""


def incidents(tenant: str) -> Select[Any]:
    """All incidents of a tenant, as ``incident_from`` reads them."""
    return select(*_COLUMNS, *RESOLUTION).select_from(WITH_RESOLUTION).where(incident.c.tenant == tenant)


def incident_row(found: Incident) -> dict[str, Any]:
    """All columns of the table ``incident``."""
    subject, conclusion = str(found.bundle.subject), document(found.conclusion)
    return {
        "tenant": found.tenant,
        "id": found.id,
        "namespace": found.namespace,
        "name": found.name,
        "episode": found.episode,
        "opened_at": found.opened_at,
        "subject": subject,
        "category": found.conclusion.category.value,
        "title": storable(found.title),
        "node": found.bundle.signal.node_name,
        "rule": deciding_rule(found.conclusion.category, found.conclusion.rules),
        "family": found.conclusion.signature.key,
        "bundle": document(found.bundle),
        "conclusion": conclusion,
        "similar": document(found.similar),
        "report": storable(found.report),
        "instructive": found.resolution is not None and instructive(found.resolution),
        "withdrawn": document(found.withdrawn),
        "caused_by": found.caused_by,
        "knowledge": document(found.knowledge or ()),
        "opinion": document(found.opinion),
        "severity": (found.conclusion.severity or found.bundle.signal.severity).value,
        "device": indexed(found.bundle.subject.device),
        "owner": indexed(_owner(found)),
        "about": numbers_about(subject, conclusion),
    }


def _owner(found: Incident) -> str:
    """Who is asked about its subject: the tag ``owner``, where the taxonomy in force has one."""
    tags = (tag.partition("=") for tag in found.conclusion.environment_tags)
    return next((value for name, _, value in tags if name == "owner"), "")


def family_row(found: Incident) -> dict[str, Any]:
    """All columns of the table ``family``."""
    signature = found.conclusion.signature
    return {
        "tenant": found.tenant,
        "id": signature.key,
        "reason": storable(signature.reason),
        "exit_code": signature.exit_code,
        "xid": signature.xid,
        "owner_kind": signature.owner_kind,
        "template": storable(signature.template),
    }


def resolution_row(tenant: str, incident_id: str, found: Resolution) -> dict[str, Any]:
    """All columns of the table ``resolution``."""
    return {
        "tenant": tenant,
        "incident_id": incident_id,
        "kind": found.kind.value,
        "summary": storable(found.summary),
        "changes": document(found.changes),
        "fix": storable(found.fix),
        "resolved_at": found.resolved_at,
        "seconds_to_resolve": found.seconds_to_resolve,
    }


def instructive(found: Resolution) -> bool:
    """Whether others can learn from it.

    A workload that was deleted is over, but tells nobody what to do; nor does a symptom that another case explains.
    """
    return found.kind.teaches


def identity_from(row: Row[Any]) -> dict[str, Any]:
    """The fields of ``IncidentIdentity``, from ``IDENTITY``."""
    return _fields(row, IncidentIdentity.__struct_fields__) | {
        "category": Category(row.category),
        "opened_at": row.opened_at.astimezone(UTC),
    }


def _fields(row: Row[Any], names: Iterable[str]) -> dict[str, Any]:
    mapping = row._mapping  # noqa: SLF001 - public, in spite of its name
    return {name: mapping[name] for name in names}


def incident_from(row: Row[Any]) -> Incident:
    """The incident of a row of ``incidents``."""
    fields = _fields(row, _OF_INCIDENT) | {"opened_at": row.opened_at.astimezone(UTC)}
    fields["knowledge"] = fields["knowledge"] or None  # an empty list: nobody had written anything
    return msgspec.structs.replace(msgspec.convert(fields, Incident), resolution=resolution_from(row))


def resolution_from(row: Row[Any]) -> Resolution | None:
    """The resolution of a row that has the columns ``RESOLUTION``, None while the incident is open."""
    if row.kind is None:
        return None
    return Resolution(
        kind=ResolutionKind(row.kind),
        summary=row.summary,
        changes=msgspec.convert(row.changes, tuple[Change, ...]),
        fix=row.fix,
        resolved_at=row.resolved_at.astimezone(UTC),
        seconds_to_resolve=row.seconds_to_resolve,
    )


def document(value: object) -> Any:
    """A struct as a JSONB column takes it."""
    return json.loads(storable(msgspec.json.encode(value).decode().replace("\\u0000", "\\ufffd")))


def indexed(text: str) -> str:
    """As much of a text as is in an index."""
    return storable(text).encode("utf-8", "replace")[:INDEXED].decode("utf-8", "ignore")


def storable(text: str) -> str:
    """A text without NUL. PostgreSQL stores every character but that one, and nobody misses it in a log line."""
    return text.replace("\0", "\ufffd")
