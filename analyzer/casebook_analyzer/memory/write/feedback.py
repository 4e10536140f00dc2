"""What a person says of an incident, stored beside its conclusion and never over it."""

from enum import Enum, auto

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import accepting
from casebook_analyzer.memory.database.tables import feedback, incident
from casebook_analyzer.memory.incidents.feedback import read
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.models import Feedback, FeedbackSource

MOST_BY_AGENTS = 20
"""Words on one incident that agents may bring, who can repeat themselves in ever other words."""


class Taken(Enum):
    """What became of a person's feedback."""

    NEW = auto()
    KNOWN = auto()
    """The last feedback from this source said the same: an operator that restarts reads every annotation again."""
    NO_INCIDENT = auto()
    NO_PROPOSAL = auto()
    """No fix of an agent waits under the number that was given. It is not kept."""
    ENOUGH = auto()
    """Agents have brought :data:`MOST_BY_AGENTS`. It is not kept."""


async def give(
    connection: AsyncConnection, tenant: str, incident_id: str, word: Feedback, *, proposal: int = 0
) -> Taken:
    """Add a person's feedback to an incident. When two operators do it at the same time, it is added once.

    ``proposal`` is the number of an agent's proposal that it confirms; 0: it confirms none.
    """
    incident_id = storable(incident_id)
    mine = (incident.c.tenant == tenant) & (incident.c.id == incident_id)
    if (await connection.execute(select(incident.c.id).where(mine).with_for_update())).first() is None:
        return Taken.NO_INCIDENT
    said = await read(connection, tenant, incident_id)
    accepted = accepting(said, word, proposal) if proposal else word
    if accepted is None:
        return Taken.NO_PROPOSAL
    word = _storable(accepted)
    same_source = [earlier for earlier in said if earlier.source is word.source]
    if same_source and _content(same_source[-1]) == _content(word):
        return Taken.KNOWN
    if word.source is FeedbackSource.AGENT and len(same_source) >= MOST_BY_AGENTS:
        return Taken.ENOUGH
    row = msgspec.structs.asdict(word) | {"tenant": tenant, "incident_id": incident_id, "number": len(said) + 1}
    row |= {"verdict": word.verdict.value, "source": word.source.value}
    row |= {"category": word.category.value if word.category else None}
    await connection.execute(insert(feedback).values(row))
    return Taken.NEW


def _content(word: Feedback) -> Feedback:
    return msgspec.structs.replace(word, given_at=None, client="")


def _storable(word: Feedback) -> Feedback:
    texts = {name: storable(getattr(word, name)) for name in ("cause", "fix", "note", "author", "client")}
    return msgspec.structs.replace(word, **texts)
