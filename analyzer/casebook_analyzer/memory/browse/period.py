"""What was opened in a period, counted in one statement: when, how long it lasted, what recurs, and where."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    CTE,
    DateTime,
    Double,
    Integer,
    Interval,
    ScalarSelect,
    Select,
    Subquery,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.browse.wanted import wanted_rows
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.models import Category

_TENANT = bindparam("tenant", type_=Text)
_STEP = bindparam("step", type_=Interval)
_ORIGIN = bindparam("origin", type_=DateTime(timezone=True))
_SHARES = bindparam("shares", type_=ARRAY(Double))
_READ = ("id", "opened_at", "category", "ended_at", "instructive", "family", "subject", "node", "device")


class Opened(msgspec.Struct, frozen=True):
    """What failed within one step."""

    number: int
    """Of the step: the first is 0."""
    category: Category
    count: int
    over: int


class Lasted(msgspec.Struct, frozen=True):
    """How long failures of a category lasted that teach something."""

    category: Category
    count: int
    seconds: tuple[float, float]
    """The median and the ninth decile."""


class Came(msgspec.Struct, frozen=True):
    """A family that came more than once."""

    family: str
    count: int
    latest: str
    """The id of its last incident."""
    left: int
    subjects: int


class FailedOn(msgspec.Struct, frozen=True):
    """A node that something failed on."""

    node: str
    count: int
    own: int
    devices: tuple[str, ...] | None
    """The device of each incident that has one."""


class PeriodCounts(msgspec.Struct, frozen=True):
    """All that is counted of a period."""

    steps: tuple[Opened, ...]
    times: tuple[Lasted, ...]
    families: tuple[Came, ...]
    """What came most often first."""
    nodes: tuple[FailedOn, ...]
    latest: tuple[str, ...]
    """The ids of the last incidents."""


async def read_period(
    connection: AsyncConnection,
    tenant: str,
    period: IncidentFilter,
    *,
    origin: datetime,
    step: timedelta,
    shown: int,
    learned_from: int,
) -> PeriodCounts:
    """Count what was opened, in steps from ``origin``, and name so many families, and of the latest incidents."""
    given = {"step": step, "origin": origin, "shares": [0.5, 0.9], "shown": shown, "learned_from": learned_from}
    row = (await connection.execute(_counted(period.terms), {"tenant": tenant, **period.parameters, **given})).one()
    return msgspec.convert(row._asdict(), PeriodCounts)


@lru_cache(maxsize=64)
def _counted(terms: frozenset[str]) -> Select[Any]:
    """Each part is a document, so that one statement answers all of them."""
    wanted = wanted_rows(_TENANT, terms, *(incident.c[name] for name in _READ))
    stepped = _stepped(wanted)
    number = cast(func.date_part("epoch", stepped.c.bin - _ORIGIN) / func.date_part("epoch", _STEP), Integer)
    steps = select(number.label("number"), stepped.c.category, stepped.c.count, stepped.c.over)
    return select(
        _documents(steps.subquery("steps")).label("steps"),
        _documents(_times(stepped)).label("times"),
        _documents(_families(wanted)).label("families"),
        _documents(_nodes(wanted)).label("nodes"),
        _latest(wanted).label("latest"),
    )


def _documents(part: Subquery) -> ScalarSelect[Any]:
    return select(func.coalesce(func.json_agg(part.table_valued()), literal_column("'[]'"))).scalar_subquery()


def _stepped(wanted: CTE) -> CTE:
    at, ended = wanted.c.opened_at, wanted.c.ended_at
    lasted = func.array_agg(func.date_part("epoch", ended - at, type_=Double), type_=ARRAY(Double))
    return (
        select(
            func.date_bin(_STEP, at, _ORIGIN).label("bin"),
            wanted.c.category,
            func.count().label("count"),
            func.count(ended).label("over"),
            lasted.filter(wanted.c.instructive, ended.is_not(None)).label("seconds"),
        )
        .group_by("bin", wanted.c.category)
        .cte("stepped")
    )


def _times(stepped: CTE) -> Subquery:
    """Seconds are sorted within each category: to sort all rows by category takes twice as long."""
    same = stepped.alias("same")
    each = func.unnest(same.c.seconds).table_valued("seconds", name="each").render_derived()
    shares = select(func.percentile_cont(_SHARES).within_group(each.c.seconds)).select_from(same.join(each, true()))
    shares = shares.where(same.c.category == stepped.c.category).correlate(stepped)
    count = cast(func.sum(func.cardinality(stepped.c.seconds)), Integer)
    times = select(stepped.c.category, count.label("count"), shares.scalar_subquery().label("seconds"))
    return times.group_by(stepped.c.category).having(count > 0).subquery("times")


def _families(wanted: CTE) -> Subquery:
    count, last = func.count().label("count"), func.max(wanted.c.opened_at).label("last")
    came = select(wanted.c.family, count, last).group_by(wanted.c.family).having(func.count() > 1)
    often = came.order_by(count.desc(), last.desc(), wanted.c.family).limit(bindparam("shown")).cte("often")
    of_last = func.max(wanted.c.id).filter(wanted.c.opened_at == often.c.last)
    by_subject = (
        select(
            often.c.family,
            often.c.count,
            often.c.last,
            of_last.label("latest"),
            func.count().filter(wanted.c.ended_at.is_(None)).label("left"),
        )
        .join_from(wanted, often, wanted.c.family == often.c.family)
        .group_by(often.c.family, often.c.count, often.c.last, wanted.c.subject)
        .subquery("by_subject")
    )
    of = by_subject.c
    return (
        select(
            of.family,
            of.count,
            func.max(of.latest).label("latest"),
            cast(func.sum(of.left), Integer).label("left"),
            func.count().label("subjects"),
        )
        .group_by(of.family, of.count, of.last)
        .order_by(of.count.desc(), of.last.desc(), of.family)
        .subquery("came")
    )


def _nodes(wanted: CTE) -> Subquery:
    of_devices = func.array_agg(wanted.c.device, type_=ARRAY(Text)).filter(wanted.c.device != "")
    own = func.count().filter(wanted.c.subject == "Node/" + wanted.c.node)
    query = select(wanted.c.node, func.count().label("count"), own.label("own"), of_devices.label("devices"))
    return query.where(wanted.c.node != "").group_by(wanted.c.node).subquery("failed_on")


def _latest(wanted: CTE) -> ScalarSelect[Any]:
    newest = select(wanted.c.id).order_by(wanted.c.opened_at.desc(), wanted.c.id.desc())
    ids = newest.limit(bindparam("learned_from")).subquery("newest")
    return select(func.coalesce(func.array_agg(ids.c.id), literal_column("'{}'::text[]"))).scalar_subquery()
