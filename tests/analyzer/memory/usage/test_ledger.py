"""Of what use past incidents, fixes and documents were is counted from what really was attached, and opened."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest

from casebook_analyzer.errors import CasebookError, DatabaseUnavailableError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Retention
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.transfer.exporting import export_memory
from casebook_analyzer.memory.transfer.importing import import_memory
from casebook_analyzer.memory.usage import ledger
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Incident, Usage, Verdict
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.incidents import OPENED, given, make_incident, make_resolution

EVERYTHING = View()
PAST = make_incident(resolution=make_resolution())


def later(number: int, *, fix: str = "", **where: object) -> Incident:
    """A case to which the past one was attached, and what ended it, if anything did."""
    ended = make_resolution(fix=fix, resolved_at=OPENED + timedelta(days=number, minutes=9)) if fix else None
    found = make_incident(number=number, days=number, resolution=ended, **where)  # type: ignore[arg-type]
    return given(found, PAST)


def word(verdict: Verdict, category: Category | None = None) -> Feedback:
    given_at = OPENED + timedelta(days=50)
    return Feedback(verdict=verdict, category=category, source=FeedbackSource.COMMAND, given_at=given_at)


async def use_of(memory: Memory, found: Incident = PAST, view: View = EVERYTHING) -> Usage:
    return (await memory.usage.of_incidents([found.id], view))[found.id]


async def record(memory: Memory, *incidents: Incident) -> None:
    for one in incidents:
        await memory.record(one)


async def test_it_is_counted_to_how_many_cases_an_incident_was_attached_and_which_ended_alike(
    lexical_memory: Memory, dsn: str
) -> None:
    same, other, open_ = later(2, fix="set env DATABASE_URL"), later(3, fix="change the image"), later(4)
    await record(lexical_memory, PAST, same, other, open_, make_incident(number=5))
    assert await use_of(lexical_memory) == Usage(attached=3, followed=1)
    assert await use_of(lexical_memory, same) == Usage()
    assert_consistent(dsn)


async def test_what_ended_by_nothing_that_was_done_is_not_the_same_as_another_such_end(lexical_memory: Memory) -> None:
    itself = msgspec.structs.replace(PAST, resolution=make_resolution(fix=""))
    case = msgspec.structs.replace(later(2), resolution=make_resolution(fix=""))
    await record(lexical_memory, itself, case)
    assert await use_of(lexical_memory) == Usage(attached=1)


async def test_cases_whose_conclusion_people_took_back_are_called_wrong_and_no_success(lexical_memory: Memory) -> None:
    cases = [later(number, fix="set env DATABASE_URL") for number in range(2, 7)]
    await record(lexical_memory, PAST, *cases)
    words = (
        word(Verdict.REJECTED),
        word(Verdict.CORRECTED, Category.SOFTWARE_BUG),
        word(Verdict.CORRECTED, Category.CONFIG_ERROR),
        word(Verdict.CONFIRMED),
    )
    for one, said in zip(cases, words, strict=False):
        await lexical_memory.give_feedback(one.id, said)
    assert await use_of(lexical_memory) == Usage(attached=5, followed=4, wrong=2)
    await lexical_memory.give_feedback(cases[1].id, word(Verdict.CONFIRMED))
    assert (await use_of(lexical_memory)).wrong == 1


async def test_cases_of_other_namespaces_count_for_who_may_see_them(lexical_memory: Memory) -> None:
    here, there = later(2), later(3, namespace="bank", fix="set env DATABASE_URL")
    await record(lexical_memory, PAST, here, there)
    await lexical_memory.give_feedback(there.id, word(Verdict.REJECTED))
    assert await use_of(lexical_memory, view=View(namespaces=frozenset({"shop"}))) == Usage(attached=1)
    assert await use_of(lexical_memory) == Usage(attached=2, wrong=1)


async def test_a_case_that_is_judged_again_counts_for_what_is_attached_to_it_then(
    lexical_memory: Memory, dsn: str
) -> None:
    another = make_incident("oom")
    await record(lexical_memory, PAST, another, later(2))
    await lexical_memory.judge_again(given(make_incident(number=2, days=2), another))
    assert await use_of(lexical_memory) == Usage()
    assert await use_of(lexical_memory, another) == Usage(attached=1)
    assert_consistent(dsn)


async def test_the_past_of_a_case_says_of_what_use_it_and_its_similar_incidents_were(lexical_memory: Memory) -> None:
    case = later(2, fix="set env DATABASE_URL")
    await record(lexical_memory, PAST, case)
    assert (await lexical_memory.past(PAST, EVERYTHING)).usage == Usage(attached=1, followed=1)
    assert [one.usage for one in (await lexical_memory.past(case, EVERYTHING)).similar] == [
        Usage(attached=1, followed=1)
    ]
    stored = await lexical_memory.by_id(case.id)
    assert stored is not None
    assert [one.usage for one in stored.similar] == [None]


async def test_a_fix_has_the_use_of_all_incidents_that_it_ended(lexical_memory: Memory) -> None:
    twin = make_incident(number=9, workload="orders", resolution=make_resolution(fix="Set env DATABASE_URL."))
    other = make_incident(number=8, workload="carts", resolution=make_resolution(fix="change the image"))
    of_twin = given(make_incident(number=3, days=3, workload="billing"), twin)
    await record(lexical_memory, PAST, twin, other, later(2, workload="invoices"), of_twin)
    family = await lexical_memory.family(PAST.conclusion.signature.key, EVERYTHING)
    assert family is not None
    assert [one.usage for one in family.fixes] == [None, None]
    lexical_memory.usage.opened(twin.id)
    await lexical_memory.usage.flush()
    used = await lexical_memory.usage.of_fixes(family, EVERYTHING)
    found = {one.fix.lower().rstrip("."): one.usage for one in used.fixes}
    assert found == {"set env database_url": Usage(attached=2, opened=1), "change the image": Usage()}


async def test_a_document_counts_the_cases_that_it_was_attached_to_and_the_openings_of_these(
    lexical_memory: Memory,
) -> None:
    texts = [read_document("runbooks", path, "Raise the limit.") for path in ("oom.md", "other.md")]
    await lexical_memory.knowledge.sync("runbooks", texts)
    fixed = given(make_incident(number=2, resolution=make_resolution()), documents=["oom.md"])
    open_ = given(make_incident(number=3, workload="orders"), documents=["oom.md"])
    await record(lexical_memory, fixed, open_)
    for one in (fixed, open_):
        lexical_memory.usage.opened(one.id)
    await lexical_memory.usage.flush()
    listed = {one.path: one.usage for one in await lexical_memory.knowledge.documents()}
    assert listed == {"oom.md": Usage(attached=2, opened=2, followed=1), "other.md": Usage()}


async def test_a_reader_who_opens_a_report_again_counts_once_until_it_is_written_down(lexical_memory: Memory) -> None:
    await record(lexical_memory, PAST)
    for reader in ("ann", "ben", "ann", "ann"):
        lexical_memory.usage.opened(PAST.id, reader)
    assert await use_of(lexical_memory) == Usage()
    assert await lexical_memory.usage.flush() == 2
    lexical_memory.usage.opened(PAST.id, "ann")
    assert await lexical_memory.usage.flush() == 1
    assert await lexical_memory.usage.flush() == 0
    assert await use_of(lexical_memory) == Usage(opened=3)


async def test_all_that_was_opened_is_written_by_one_statement_and_nothing_of_what_is_gone(
    lexical_memory: Memory, dsn: str
) -> None:
    await record(lexical_memory, PAST, make_incident(number=2))
    for name in (PAST.id, "missing_env-2", "purged", "'"):
        lexical_memory.usage.opened(name)
    assert await lexical_memory.usage.flush() == 4
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT incident_id, times FROM opening ORDER BY 1").fetchall()
    assert rows == [("missing_env-1", 1), ("missing_env-2", 1)]


async def test_who_counts_at_once_loses_nothing(opened: Callable[..., Memory]) -> None:
    memories = [opened() for _ in range(4)]
    cases = [make_incident(number=number) for number in range(1, 9)]
    await record(memories[0], *cases)
    for number, memory in enumerate(memories):
        for one in cases if number % 2 else cases[::-1]:
            memory.usage.opened(one.id, str(number))
    assert await asyncio.gather(*(memory.usage.flush() for memory in memories)) == [8, 8, 8, 8]
    assert {(await use_of(memories[0], one)).opened for one in cases} == {4}


async def test_what_could_not_be_written_is_kept_for_later(
    lexical_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def away() -> AsyncIterator[None]:
        raise DatabaseUnavailableError("The database is away.")
        yield

    await record(lexical_memory, PAST)
    lexical_memory.usage.opened(PAST.id)
    with monkeypatch.context() as patch:
        patch.setattr(lexical_memory.session, "transaction", away)
        with pytest.raises(CasebookError):
            await lexical_memory.usage.flush()
    assert await lexical_memory.usage.flush() == 1
    assert await use_of(lexical_memory) == Usage(opened=1)


async def test_what_waits_has_a_bound_and_what_is_beyond_is_told(
    lexical_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "MOST", 2)
    for number in range(5):
        lexical_memory.usage.opened(f"case-{number}")
    assert (await lexical_memory.usage.flush(), lexical_memory.usage.uncounted) == (2, 3)


async def test_counts_go_with_the_incidents_that_they_are_of(lexical_memory: Memory, dsn: str) -> None:
    await record(lexical_memory, PAST, later(2))
    lexical_memory.usage.opened(PAST.id)
    lexical_memory.usage.opened("missing_env-2")
    await lexical_memory.usage.flush()
    days = Retention(confirmed_days=1, rejected_days=1, silent_days=1)
    await lexical_memory.purge(days, OPENED + timedelta(days=400))
    with psycopg.connect(dsn) as connection:
        for table in ("incident", "attachment", "opening"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


async def test_what_is_imported_is_attached_to_what_it_was_attached_to(
    opened: Callable[..., Memory], tmp_path: Path, dsn: str
) -> None:
    source, target = opened(), opened(tenant="cluster-b")
    await record(source, PAST, later(2, fix="set env DATABASE_URL"))
    source.usage.opened(PAST.id)
    await source.usage.flush()
    await export_memory(source.session, tmp_path / "memory.parquet")
    await import_memory(target.session, tmp_path / "memory.parquet")
    assert await use_of(target) == Usage(attached=1, followed=1)
    assert_consistent(dsn)
