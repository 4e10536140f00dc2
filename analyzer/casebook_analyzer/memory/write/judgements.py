"""Incidents that a later taxonomy judges again: the earlier conclusion is kept, or the one that stands is confirmed."""

from datetime import UTC, datetime

from sqlalchemy import func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident, judgement
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.index import corpora
from casebook_analyzer.memory.write import record
from casebook_analyzer.models import Incident


async def judge_again(session: Session, encoder: Encoder, found: Incident) -> None:
    """Record an incident with another conclusion, and keep the one that it had among the earlier ones.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    prepared = await record.prepare(found, session, encoder)
    async with session.transaction() as connection:
        await corpora.lock(connection, session.tenant)  # or two of them would count up to the same number
        await _keep(connection, session.tenant, found.id)
        await record.write(connection, [prepared])


async def confirm(session: Session, incident_id: str, version: str) -> None:
    """Note that the taxonomy of this version concludes the same. Does nothing for an incident that is not there.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    same = incident.c.conclusion.op("||")(literal({"taxonomy_version": version}, JSONB))
    mine = (incident.c.tenant == session.tenant) & (incident.c.id == incident_id)
    async with session.transaction() as connection:
        await connection.execute(update(incident).where(mine).values(conclusion=same))


async def _keep(connection: AsyncConnection, tenant: str, incident_id: str) -> None:
    """Put the conclusion that stands now among the earlier ones. Does nothing for an incident that is not there."""
    mine = (judgement.c.tenant == tenant) & (judgement.c.incident_id == incident_id)
    number = select(func.coalesce(func.max(judgement.c.number), 0) + 1).where(mine).scalar_subquery()
    stands = select(incident.c.tenant, incident.c.id, number, literal(datetime.now(UTC)), incident.c.conclusion).where(
        (incident.c.tenant == tenant) & (incident.c.id == incident_id)
    )
    columns = ["tenant", "incident_id", "number", "replaced_at", "conclusion"]
    await connection.execute(insert(judgement).from_select(columns, stands))
