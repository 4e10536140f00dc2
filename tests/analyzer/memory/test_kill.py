"""A writer that is killed, at every step and at any moment: the database is as if it had never begun, or as if it had
finished, and whoever comes next completes the work.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from subprocess import Popen

import psycopg
import pytest

from casebook_analyzer.memory import Memory, Retention, open_memory, purge
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import earlier
from tests.analyzer.memory.writer import LONG_AFTER, OPERATIONS, Order, Writer, new, old, started, version
from tests.rounds import ROUNDS

SEED = os.environ.get("CASEBOOK_SOAK_SEED", "")
"""Of the moments that are left to chance."""

TENANTS = ("cluster-a", "cluster-b")
"""Each has a writer, and all are killed at once: they have nothing to do with each other."""

TIMES = 5 * ROUNDS
"""How often writers meet."""

FIRST = 100
"""Numbers of incidents that a killed writer makes begin here."""


@pytest.fixture(scope="module")
def programs() -> Iterator[Sequence["Popen[str]"]]:
    with ExitStack() as stack:
        yield [stack.enter_context(started()) for _ in TENANTS]


@pytest.fixture
def writers(programs: Sequence["Popen[str]"], dsn: str) -> Mapping[str, Writer]:
    return {tenant: Writer(program, dsn, tenant) for tenant, program in zip(TENANTS, programs, strict=True)}


@pytest.fixture
def rivals(programs: Sequence["Popen[str]"], dsn: str) -> Sequence[Writer]:
    """Two writers of one tenant."""
    return [Writer(program, dsn) for program in programs]


async def _some(dsn: str) -> None:
    """Incidents that must not suffer."""
    for tenant in TENANTS:
        async with open_memory(dsn, tenant=tenant, embedder=WordEmbedder()) as memory:
            for number in range(3):
                await memory.record(new(number, tenant))
            await memory.record(version(0, tenant))
            while await memory.embed_pending():
                pass


pytestmark = pytest.mark.database(filled_by=_some)


@pytest.fixture
def memories(opened: Callable[..., Memory]) -> list[Memory]:
    return [opened(embedder=WordEmbedder(), tenant=tenant) for tenant in TENANTS]


async def _before(operation: str, memory: Memory, dsn: str, number: int) -> None:
    """Make sure that there is something to do."""
    tenant = memory.session.tenant
    if operation == "embed":
        with psycopg.connect(dsn) as connection:
            some = "WHERE incident_id <> 'versions' AND tenant = %s"
            connection.execute(f"UPDATE embedding SET state = 'pending', model = '' {some}", [tenant])
            connection.execute(f"DELETE FROM case_vector {some}", [tenant])
            connection.execute("DELETE FROM embedding_cache WHERE tenant = %s", [tenant])
    if operation == "purge":
        await memory.record(old(number, tenant))
        await memory.record(old(number + 1000, tenant))


async def _assert_done(operation: str, memory: Memory, number: int) -> None:
    tenant = memory.session.tenant
    versions = await memory.by_id("versions")
    assert versions is not None
    match operation:
        case "record":
            assert await memory.by_id(new(number).id) == new(number, tenant)
        case "update":
            assert versions.conclusion == version(number).conclusion
            assert len(await earlier(memory, "versions")) >= 1
        case "resolve":
            assert versions.resolution is not None
            assert versions.resolution.summary == f"fix {number}"
        case "embed":
            assert (await memory.backlog()).pending == 0
        case "purge":
            assert await memory.by_id(old(number).id) is None
            assert await memory.by_id(old(number + 1000).id) is None
            left = await purge(memory.session, Retention(), LONG_AFTER, dry_run=True)
            assert sum(left.values()) == 4


def _killed(writers: Mapping[str, Writer], order: Order) -> dict[str, Writer]:
    """The writers that did not come to their end."""
    for writer in writers.values():
        writer.begin(order)
    ended = {tenant: writer.ended() for tenant, writer in writers.items()}
    return {tenant: writer for tenant, writer in writers.items() if not ended[tenant]}


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_a_writer_that_is_killed_at_any_step_leaves_nothing_half_done(
    operation: str, memories: list[Memory], writers: Mapping[str, Writer], dsn: str
) -> None:
    for number in range(FIRST, FIRST + ROUNDS):
        for memory in memories:
            await _before(operation, memory, dsn, number)
        killed = writers
        for step in count():
            killed = _killed(killed, Order(operation=operation, number=number, kill_at=step))
            assert_consistent(dsn)
            if not killed:
                break
        assert step > 2
        for memory in memories:
            await _assert_done(operation, memory, number)


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_a_writer_that_is_killed_at_any_moment_leaves_nothing_half_done(
    operation: str, memories: list[Memory], writers: Mapping[str, Writer], dsn: str
) -> None:
    chance = random.Random(operation + SEED)
    for number in range(FIRST, FIRST + TIMES):
        for memory in memories:
            await _before(operation, memory, dsn, number)
        _killed(writers, Order(operation=operation, number=number, kill_after=chance.uniform(0, 0.15)))
        assert_consistent(dsn)
    assert not _killed(writers, Order(operation=operation, number=number))
    assert_consistent(dsn)
    for memory in memories:
        await _assert_done(operation, memory, number)


async def test_two_processes_that_write_the_same_incident_at_once_write_one(
    rivals: Sequence[Writer], dsn: str, memories: list[Memory]
) -> None:
    memory = memories[0]
    one, other = rivals
    for number in range(FIRST, FIRST + TIMES):
        for operation, numbers in (("record", (number, number)), ("update", (number, number + 1))):
            for writer, of_writer in zip((one, other), numbers, strict=True):
                writer.begin(Order(operation=operation, number=of_writer))
            assert all([one.ended(), other.ended()])
            assert_consistent(dsn)
        assert await memory.by_id(new(number).id) == new(number)
        found = await memory.by_id("versions")
        assert found is not None
        written = [version(each) for each in (number, number + 1)]
        assert (found.conclusion, found.report) in [(each.conclusion, each.report) for each in written]


async def test_writers_of_different_kinds_do_not_block_each_other_for_ever(
    rivals: Sequence[Writer], dsn: str, memories: list[Memory]
) -> None:
    memory = memories[0]
    one, other = rivals
    for number in range(FIRST, FIRST + TIMES):
        await _before("embed", memory, dsn, number)
        await _before("purge", memory, dsn, number)
        for first, second in (("embed", "update"), ("purge", "record"), ("embed", "purge")):
            one.begin(Order(operation=first, number=number))
            other.begin(Order(operation=second, number=number))
            assert all([one.ended(), other.ended()])
        assert_consistent(dsn)
