"""What a language model says of an incident, and the account of what it takes to ask."""

from datetime import UTC, datetime

import msgspec
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident, spending
from casebook_analyzer.memory.incidents.rows import document, storable
from casebook_analyzer.models import Opinion

_COLUMNS = ("tenant", "month", "namespace", "tokens", "cost_micros")
_ALL = ""
"""The namespace whose row is the sum."""
MICROS = 1_000_000
"""In one of whatever the prices are in."""


class Amount(msgspec.Struct, frozen=True):
    """What models were given to read and to write."""

    tokens: int = 0
    cost_micros: int = 0
    """In millionths of whatever the prices are in."""

    def within(self, bound: "Amount") -> bool:
        """Whether it is no more than a bound allows, of which 0 is none."""
        pairs = ((self.tokens, bound.tokens), (self.cost_micros, bound.cost_micros))
        return all(not most or spent <= most for spent, most in pairs)

    def minus(self, other: "Amount") -> "Amount":
        """What is left of it without the other."""
        return Amount(self.tokens - other.tokens, self.cost_micros - other.cost_micros)


class SpendingAccount(msgspec.Struct, frozen=True, kw_only=True):
    """Which account something is put on."""

    month: str
    """``2026-11``."""
    namespace: str


class SpendingBounds(msgspec.Struct, frozen=True, kw_only=True):
    """What may be spent in a month."""

    everybody: Amount
    namespace: Amount


def month_of(moment: datetime) -> str:
    """Whose accounts something is put on then."""
    return moment.astimezone(UTC).strftime("%Y-%m")


async def keep_opinion(session: Session, incident_id: str, opinion: Opinion) -> bool:
    """Keep an opinion beside the conclusion, in place of an earlier one; False when there is no such incident."""
    mine = (incident.c.tenant == session.tenant, incident.c.id == storable(incident_id))
    async with session.transaction() as connection:
        changed = await connection.execute(update(incident).where(*mine).values(opinion=document(opinion)))
    return changed.rowcount == 1


async def reserve(session: Session, account: SpendingAccount, amount: Amount, bounds: SpendingBounds) -> bool:
    """Put an amount on an account before it is spent; False, and nothing is put there, when it is more than is left.

    Who is killed before he says what it took has paid it.
    """
    async with session.transaction() as connection, connection.begin_nested() as attempt:
        # The sum first: its row keeps all others waiting, so that two never share what is left for one.
        everybody = await _add(connection, session.tenant, account, _ALL, amount)
        own = await _add(connection, session.tenant, account, account.namespace, amount)
        allowed = everybody.within(bounds.everybody) and own.within(bounds.namespace)
        if not allowed:
            await attempt.rollback()
    return allowed


async def settle(session: Session, account: SpendingAccount, reserved: Amount, took: Amount) -> None:
    """Correct a reservation to what it took."""
    async with session.transaction() as connection:
        difference = took.minus(reserved)
        await _add(connection, session.tenant, account, _ALL, difference)
        await _add(connection, session.tenant, account, account.namespace, difference)


async def spent(session: Session, month: str) -> Amount:
    """What all namespaces together have on their accounts, whichever operator put it there."""
    everybody = (spending.c.tenant == session.tenant, spending.c.month == month, spending.c.namespace == _ALL)
    async with session.transaction() as connection:
        found = await connection.execute(select(spending.c.tokens, spending.c.cost_micros).where(*everybody))
        row = found.one_or_none()
    return Amount(row.tokens, row.cost_micros) if row is not None else Amount()


async def _add(
    connection: AsyncConnection, tenant: str, account: SpendingAccount, namespace: str, amount: Amount
) -> Amount:
    values = (tenant, account.month, storable(namespace), amount.tokens, amount.cost_micros)
    row = (await connection.execute(_ADD, dict(zip(_COLUMNS, values, strict=True)))).one()
    return Amount(row.tokens, row.cost_micros)


def _added() -> ReturningInsert[tuple[int, int]]:
    statement = postgresql.insert(spending).values({name: bindparam(name) for name in _COLUMNS})
    sums = {name: spending.c[name] + statement.excluded[name] for name in ("tokens", "cost_micros")}
    added = statement.on_conflict_do_update(index_elements=spending.primary_key, set_=sums)
    return added.returning(spending.c.tokens, spending.c.cost_micros)


_ADD = _added()
