"""Which incidents were spoken of lately in ways that an operator is not told of."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import feedback
from casebook_analyzer.models import FeedbackSource

_UNHEARD = (FeedbackSource.PAGE.value, FeedbackSource.AGENT.value, FeedbackSource.COMMAND.value)
"""Annotations the operator reads itself."""
_MOST = 1000
"""Incidents, those that were spoken of last."""


async def spoken_of_since(session: Session, earliest: datetime) -> Sequence[str]:
    """The ids of incidents of which somebody said something from then on, by page, agent or command."""
    asked = (feedback.c.tenant == session.tenant, feedback.c.given_at >= earliest, feedback.c.source.in_(_UNHEARD))
    query = select(feedback.c.incident_id).where(*asked).order_by(feedback.c.given_at.desc()).limit(_MOST)

    async def read(connection: AsyncConnection) -> Sequence[str]:
        return tuple(dict.fromkeys((await connection.execute(query)).scalars()))

    return await session.read(read)
