"""How long incidents are kept, by what people said of them, and the deletion of those that are older."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from sqlalchemy import Select, and_, case, delete, false, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, feedback, incident, resolution
from casebook_analyzer.memory.index import corpora, documents
from casebook_analyzer.memory.index.documents import Account
from casebook_analyzer.memory.write.record import drop_orphans
from casebook_analyzer.models import ResolutionKind

BATCH = 100
"""Incidents per transaction. The tenant's writers wait for it, about a tenth of a second."""


class RetentionClass(StrEnum):
    """For how long an incident is kept depends on the latest verdict of a person on it."""

    CONFIRMED = "confirmed"
    """Confirmed, corrected or imported: somebody vouches for it."""
    REJECTED = "rejected"
    SILENT = "silent"
    """Nobody has said anything."""


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """Days that incidents of each class are kept; 0 keeps them for ever.

    They are counted from the last thing that happened to an incident: its beginning, its resolution, or a verdict. So
    an open incident may go as well: what has had no resolution for a year is not open but forgotten (its Investigation
    was deleted before its subject recovered).
    """

    confirmed_days: int = 0
    rejected_days: int = 90
    silent_days: int = 365

    def of(self, kind: RetentionClass) -> int:
        """Days that incidents of a class are kept; 0 is for ever."""
        return {
            RetentionClass.CONFIRMED: self.confirmed_days,
            RetentionClass.REJECTED: self.rejected_days,
            RetentionClass.SILENT: self.silent_days,
        }[kind]


async def purge(
    session: Session, retention: Retention, now: datetime, *, dry_run: bool = False, batch: int = BATCH
) -> Mapping[RetentionClass, int]:
    """Delete incidents that are older than they are kept.

    An incident goes with its report, chunks, words, vectors, judgements, feedback and resolution; the statistics of the
    corpora and families that nobody belongs to any more follow in the same transaction. One transaction per batch, so
    that a purge that is killed goes on where it was.

    Returns:
        How many incidents of each class were deleted, or would be in a dry run.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    gone = Counter(dict.fromkeys(RetentionClass, 0))
    if dry_run:
        counted = _over(session.tenant, retention, now).subquery()
        query = select(counted.c.kind, func.count()).group_by(counted.c.kind)
        async with session.transaction() as connection:
            gone.update({RetentionClass(kind): number for kind, number in await connection.execute(query)})
        return gone
    while True:
        async with session.transaction() as connection:
            found = await _purge_batch(connection, session.tenant, retention, now, batch)
        gone.update(found)
        if found.total() < batch:
            return gone


async def _purge_batch(
    connection: AsyncConnection, tenant: str, retention: Retention, now: datetime, batch: int
) -> Counter[RetentionClass]:
    statistics = await corpora.lock(connection, tenant)
    # Somebody may be confirming one of them at this moment: that one is left for the next time.
    query = _over(tenant, retention, now).limit(batch).with_for_update(of=incident, skip_locked=True)
    rows = (await connection.execute(query)).all()
    ids = [row.id for row in rows]
    accounts: dict[Corpus, Account] = {}
    for corpus in Corpus:
        removed = await documents.remove(connection, tenant, ids, corpus)
        new = documents.changed(statistics[corpus], (), removed)
        accounts[corpus] = Account(statistics=new, removed=removed)
    await documents.account(connection, tenant, accounts)
    await connection.execute(delete(incident).where(incident.c.tenant == tenant, incident.c.id.in_(ids)))
    await drop_orphans(connection, tenant, {row.family for row in rows})
    return Counter(RetentionClass(row.kind) for row in rows)


def _over(tenant: str, retention: Retention, now: datetime) -> Select[tuple[str, str, str]]:
    """Id, family and class of the incidents whose time is over."""
    of_incident = (feedback.c.tenant == incident.c.tenant, feedback.c.incident_id == incident.c.id)
    latest = (
        select(feedback.c.verdict, feedback.c.given_at)
        .where(*of_incident)
        .order_by(feedback.c.number.desc())
        .limit(1)
        .lateral("latest")
    )
    ended = (resolution.c.tenant == incident.c.tenant, resolution.c.incident_id == incident.c.id)
    kind = case(
        (
            and_(latest.c.verdict.is_(None), resolution.c.kind.is_distinct_from(ResolutionKind.IMPORTED.value)),
            RetentionClass.SILENT.value,
        ),
        (latest.c.verdict == RetentionClass.REJECTED.value, RetentionClass.REJECTED.value),
        else_=RetentionClass.CONFIRMED.value,
    )
    last = func.greatest(incident.c.opened_at, resolution.c.resolved_at, latest.c.given_at)  # leaves nulls out
    limits = {one: now - timedelta(days=days) for one in RetentionClass if (days := retention.of(one))}
    over = (and_(kind == one.value, last < limit) for one, limit in limits.items())
    return (
        select(incident.c.id, incident.c.family, kind.label("kind"))
        .select_from(incident.outerjoin(resolution, and_(*ended)).outerjoin(latest, true()))
        .where(incident.c.tenant == tenant, or_(false(), *over))
    )
