"""Sources are brought to what they have, again and again, whoever else writes and whenever it is stopped."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import msgspec
import psycopg
import pytest

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.knowledge import storing
from casebook_analyzer.memory.knowledge.sources import SourceState
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import DeadEmbedder, WordEmbedder
from tests.analyzer.memory.knowledge.written import FILES, NOW, fill, shelf, write

filled = pytest.mark.database(filled_by=fill)
PATHS = tuple(sorted(FILES))


@filled
async def test_what_is_as_it_was_is_left_alone(memory: Memory, dsn: str) -> None:
    again = await memory.knowledge.sync("runbooks", shelf())
    assert (again.added, again.changed, again.removed, again.unchanged) == ((), (), (), len(FILES))
    assert {one.written_at for one in await memory.knowledge.documents()} == {NOW}
    assert_consistent(dsn)


@filled
async def test_what_changed_is_replaced_and_what_vanished_is_removed(memory: Memory, dsn: str) -> None:
    files = {**FILES, "memory/oom.md": "# Out of memory\n\nBuy more of it.\n", "new.md": "A new page."}
    del files["secret.md"]
    before = await memory.knowledge.sync("runbooks", shelf(files), dry_run=True)
    assert len(await memory.knowledge.documents()) == len(FILES)
    done = await memory.knowledge.sync("runbooks", shelf(files))
    assert done == before
    assert (done.added, done.changed, done.removed) == (("new.md",), ("memory/oom.md",), ("secret.md",))
    found = await memory.knowledge.search("buy more memory")
    assert found.hits[0].text == "Buy more of it."
    assert_consistent(dsn)


@filled
async def test_what_cannot_be_read_now_stays_and_so_do_other_sources(memory: Memory, dsn: str) -> None:
    kept = await memory.knowledge.sync("runbooks", [], keep={"memory/oom.md"})
    assert kept.removed == tuple(path for path in PATHS if path != "memory/oom.md")
    await memory.knowledge.sync("notes", shelf({"memory/oom.md": "Another of that name."}, "notes"))
    assert (await memory.knowledge.sync("notes", [])).removed == ("memory/oom.md",)
    assert [(one.source, one.path) for one in await memory.knowledge.documents()] == [("runbooks", "memory/oom.md")]
    assert_consistent(dsn)


@filled
async def test_what_lies_in_a_folder_that_cannot_be_read_now_stays(memory: Memory) -> None:
    kept = await memory.knowledge.sync("runbooks", [], keep={"memory"})
    below = [path for path in PATHS if path.startswith("memory/")]
    assert below
    assert kept.removed == tuple(path for path in PATHS if path not in below)
    assert [one.path for one in await memory.knowledge.documents()] == below


@filled
async def test_single_files_take_nothing_away(memory: Memory) -> None:
    done = await memory.knowledge.sync("runbooks", shelf({"x.md": "text"}), whole=False)
    assert (done.added, done.removed) == (("x.md",), ())
    assert len(await memory.knowledge.documents()) == len(FILES) + 1


async def test_when_a_source_was_last_read_is_known(memory: Memory) -> None:
    minute = timedelta(minutes=1)
    await memory.knowledge.sync("runbooks", shelf(), every=minute, now=NOW)
    await memory.knowledge.sync("notes", shelf({"a.md": "text"}, "notes"), keep={"b.md"}, now=NOW)
    notes = SourceState(source="notes", synced_at=NOW, every_seconds=None, unusable=1)
    runbooks = SourceState(source="runbooks", synced_at=NOW, every_seconds=60.0, unusable=0)
    assert await memory.knowledge.sources() == [notes, runbooks]
    await memory.knowledge.sync("runbooks", shelf(), every=minute, now=NOW + minute)
    await memory.knowledge.sync("runbooks", shelf(), every=2 * minute, now=NOW)  # which began before, and took longer
    await memory.knowledge.sync("runbooks", shelf(), every=None, now=NOW + 9 * minute, dry_run=True)
    await memory.knowledge.sync("added", shelf({"a.md": "text"}, "added"), whole=False)
    later = msgspec.structs.replace(runbooks, synced_at=NOW + minute)
    assert await memory.knowledge.sources() == [notes, later]
    await memory.knowledge.remove("notes", "a.md")
    assert await memory.knowledge.sources() == [notes, later]
    await memory.knowledge.remove("notes")
    await memory.knowledge.sync("runbooks", [], now=NOW + 2 * minute)
    assert await memory.knowledge.sources() == []


async def test_what_was_not_written_down_is_not_said_to_be_read(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise DatabaseUnavailableError("away")

    monkeypatch.setattr(storing, "_replace", away)
    with pytest.raises(DatabaseUnavailableError):
        await memory.knowledge.sync("runbooks", shelf())
    assert await memory.knowledge.sources() == []


@filled
async def test_one_document_or_a_whole_source_is_removed(memory: Memory, dsn: str) -> None:
    assert await memory.knowledge.remove("runbooks", "no such") == 0
    assert await memory.knowledge.remove("runbooks", "secret.md") == 1
    assert await memory.knowledge.remove("runbooks") == len(FILES) - 1
    assert await memory.knowledge.remove("runbooks") == 0
    with psycopg.connect(dsn) as connection:
        for table in ("document", "passage", "passage_vector"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    assert_consistent(dsn)


async def test_writers_at_once_count_every_term_once(opened: Callable[..., Memory], dsn: str) -> None:
    texts = [{f"{name}.md": f"{text} {number}" for name, text in FILES.items()} for number in range(4)]
    memories = [opened() for _ in texts]
    await asyncio.gather(
        *(memory.knowledge.sync("runbooks", shelf(files)) for memory, files in zip(memories, texts, strict=True))
    )
    assert len(await memories[0].knowledge.documents()) == len(FILES)
    assert_consistent(dsn)


async def test_many_documents_are_written_in_several_transactions(lexical_memory: Memory, dsn: str) -> None:
    files = {f"{number}.md": f"# Page {number}\n\nSame words, other page{number}.\n" for number in range(45)}
    assert len((await lexical_memory.knowledge.sync("many", shelf(files, "many"))).added) == 45
    assert (await lexical_memory.knowledge.search("page41")).hits[0].path == "41.md"
    assert_consistent(dsn)


@filled
async def test_passages_are_embedded_by_whoever_has_the_model(opened: Callable[..., Memory], dsn: str) -> None:
    another = opened(embedder=WordEmbedder("other"))
    by_words = await another.knowledge.search("working set")
    assert by_words.hits[0].cosine_permille is None
    assert await another.knowledge.embed() == 7
    assert await another.knowledge.embed() == 0
    assert (await another.knowledge.search("working set")).hits[0].cosine_permille
    for broken in (opened(), opened(embedder=DeadEmbedder())):
        assert await broken.knowledge.embed() == 0
    with psycopg.connect(dsn) as connection:
        models = connection.execute("SELECT DISTINCT model FROM passage_vector").fetchall()
    assert models == [("other",)]


async def test_a_passage_that_the_model_cannot_read_keeps_no_other_from_its_vector(
    opened: Callable[..., Memory],
) -> None:
    memory = opened(embedder=WordEmbedder(poison="locked"))
    await write(memory)
    found = await memory.knowledge.search("kernel kills a process")
    assert found.hits[0].cosine_permille is not None
    assert (await memory.knowledge.search("ledger")).hits[0].path == "secret.md"
