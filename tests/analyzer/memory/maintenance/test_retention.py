"""How long incidents are kept, and what goes with them."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
import psycopg
import pytest

from casebook_analyzer.memory import Memory, Retention, RetentionClass, purge
from casebook_analyzer.memory.database.tables import metadata
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import OPENED, given, make_incident, make_resolution

OF_INCIDENT = (
    "judgement", "resolution", "feedback", "embedding", "chunk", "case_lexical", "case_vector", "chunk_lexical",
    "chunk_vector", "report_lexical", "attachment", "opening", "exhibit", "erasure",
)  # fmt: skip


def _counts(confirmed: int = 0, rejected: int = 0, silent: int = 0) -> dict[RetentionClass, int]:
    return {
        RetentionClass.CONFIRMED: confirmed,
        RetentionClass.REJECTED: rejected,
        RetentionClass.SILENT: silent,
    }


def _after(days: float) -> datetime:
    return OPENED + timedelta(days=days)


def _judge(dsn: str, incident_id: str, *verdicts: str, given_at: datetime = OPENED) -> None:
    with psycopg.connect(dsn) as connection:
        for number, verdict in enumerate(verdicts, start=1):
            _insert(connection, "feedback", incident_id, number=number, verdict=verdict, given_at=given_at)


def _insert(connection: psycopg.Connection, table: str, incident_id: str, **values: object) -> None:
    """A row of a table; what is not named is an empty text."""
    columns = [column for column in metadata.tables[table].columns if not column.nullable]
    row = {column.name: "" for column in columns} | {"tenant": "cluster-a", "incident_id": incident_id} | values
    places = ", ".join(["%s"] * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))


def _ids(dsn: str) -> set[str]:
    with psycopg.connect(dsn) as connection:
        return {found for (found,) in connection.execute("SELECT id FROM incident").fetchall()}


@pytest.mark.parametrize(
    ("verdicts", "kind", "days"),
    [
        ((), RetentionClass.SILENT, 365),
        (("rejected",), RetentionClass.REJECTED, 90),
        (("confirmed", "rejected"), RetentionClass.REJECTED, 90),
    ],
)
async def test_an_incident_goes_when_the_days_of_its_class_are_over(
    memory: Memory, dsn: str, verdicts: tuple[str, ...], kind: RetentionClass, days: int
) -> None:
    await memory.record(make_incident())
    _judge(dsn, "missing_env-1", *verdicts)
    assert await purge(memory.session, Retention(), _after(days)) == _counts()
    assert await purge(memory.session, Retention(), _after(days + 0.01)) == _counts() | {kind: 1}
    assert _ids(dsn) == set()


@pytest.mark.parametrize("verdicts", [("confirmed",), ("corrected",), ("rejected", "corrected")])
async def test_what_somebody_vouches_for_stays_for_ever(memory: Memory, dsn: str, verdicts: tuple[str, ...]) -> None:
    await memory.record(make_incident())
    _judge(dsn, "missing_env-1", *verdicts)
    assert await purge(memory.session, Retention(), _after(40_000)) == _counts()
    assert await purge(memory.session, Retention(confirmed_days=10), _after(11)) == _counts(confirmed=1)


async def test_zero_days_are_for_ever(memory: Memory) -> None:
    await memory.record(make_incident())
    keep = Retention(confirmed_days=0, rejected_days=0, silent_days=0)
    assert await purge(memory.session, keep, _after(40_000)) == _counts()


async def test_the_days_count_from_what_happened_last(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident(number=1, resolution=make_resolution(resolved_at=_after(200))))
    await memory.record(make_incident(number=2))
    _judge(dsn, "missing_env-2", "rejected", given_at=_after(300))
    assert await purge(memory.session, Retention(), _after(389)) == _counts()
    assert await purge(memory.session, Retention(), _after(391)) == _counts(rejected=1)
    assert await purge(memory.session, Retention(), _after(564)) == _counts()
    assert await purge(memory.session, Retention(), _after(566)) == _counts(silent=1)


async def test_an_open_incident_stays_until_its_days_are_over(memory: Memory) -> None:
    await memory.record(make_incident())
    assert await purge(memory.session, Retention(), _after(364)) == _counts()
    assert await purge(memory.session, Retention(), _after(366)) == _counts(silent=1)


async def test_a_dry_run_says_what_would_go_and_touches_nothing(memory: Memory, dsn: str) -> None:
    for number in (1, 2, 3):
        await memory.record(make_incident(number=number))
    _judge(dsn, "missing_env-3", "rejected")
    assert await purge(memory.session, Retention(), _after(400), dry_run=True) == _counts(silent=2, rejected=1)
    assert len(_ids(dsn)) == 3


async def test_everything_of_an_incident_goes_with_it_and_nothing_of_others(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident("oom", number=2, days=300))
    kept = _rows(dsn)
    await memory.record(make_incident(resolution=make_resolution()))
    again = given(make_incident(), make_incident("oom", number=2, days=300))
    await memory.judge_again(msgspec.structs.replace(again, report="# Judged again\n\ntext"))
    memory.usage.opened("missing_env-1")
    await memory.usage.flush()
    for text in ("erased", "kept"):
        await memory.exhibits.attach("missing_env-1", exhibit(text))
    await memory.exhibits.remove("missing_env-1", erasure("erased"))
    await memory.embed_pending(limit=1)
    _judge(dsn, "missing_env-1", "rejected")
    await _embed_all(memory)
    with psycopg.connect(dsn) as connection:
        for table in OF_INCIDENT:
            query = f"SELECT count(*) FROM {table} WHERE incident_id = 'missing_env-1'"
            assert connection.execute(query).fetchone() != (0,), table
    assert await purge(memory.session, Retention(), _after(400)) == _counts(rejected=1)
    after = _rows(dsn)
    for table in ("family", "incident", "chunk", "term_frequency", "judgement", "resolution", "feedback"):
        assert after[table] == kept[table], table
    for table in OF_INCIDENT:
        assert all("missing_env-1" not in row for row in after[table]), table
    assert_consistent(dsn)


def test_no_table_of_incidents_is_forgotten_here() -> None:
    assert {name for name, table in metadata.tables.items() if "incident_id" in table.c} == set(OF_INCIDENT)


async def test_what_is_left_is_found_as_if_the_others_had_never_been(opened: Callable[..., Memory], dsn: str) -> None:
    memory = opened()
    for number in range(1, 6):
        await memory.record(make_incident(number=number, logs=[f"line {chr(96 + number)}x failed"] * number))
    await memory.record(make_incident("oom", days=300))
    await purge(memory.session, Retention(), _after(400), batch=2)
    found = (await memory.search("java heap")).hits
    with psycopg.connect(dsn) as connection:
        for name in metadata.tables:
            connection.execute(f"TRUNCATE {name} CASCADE")
    await memory.record(make_incident("oom", days=300))
    (alone,) = (await memory.search("java heap")).hits
    # Weights follow the average length only when it has drifted by a tenth.
    assert [(hit.excerpt, hit.score_permille) for hit in found] == [
        (alone.excerpt, pytest.approx(alone.score_permille, rel=0.1))
    ]


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
async def test_batches_of_any_size_come_to_the_same(memory: Memory, dsn: str, batch: int) -> None:
    for number in range(1, 5):
        await memory.record(make_incident(number=number, days=number))
    await memory.record(make_incident("oom", days=300))
    assert await purge(memory.session, Retention(), _after(400), batch=batch) == _counts(silent=4)
    assert _ids(dsn) == {"oom-1"}
    assert_consistent(dsn)


async def test_what_somebody_is_judging_at_this_moment_is_left_for_the_next_time(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident(number=1))
    await memory.record(make_incident(number=2))
    with psycopg.connect(dsn) as connection:
        _insert(connection, "feedback", "missing_env-1", number=1, verdict="confirmed", given_at=OPENED)
        assert await purge(memory.session, Retention(), _after(400)) == _counts(silent=1)
    assert _ids(dsn) == {"missing_env-1"}


async def test_other_tenants_are_not_purged(opened: Callable[..., Memory], dsn: str) -> None:
    ours, theirs = opened(), opened(tenant="cluster-b")
    await theirs.record(make_incident(tenant="cluster-b"))
    assert await purge(ours.session, Retention(), _after(400)) == _counts()
    assert _ids(dsn) == {"missing_env-1"}


async def _embed_all(memory: Memory) -> None:
    while await memory.embed_pending():
        pass


def _rows(dsn: str) -> dict[str, list[str]]:
    with psycopg.connect(dsn) as connection:
        tables = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in metadata.tables}
    return {name: sorted(map(repr, rows)) for name, rows in tables.items()}
