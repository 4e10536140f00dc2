"""Memory to a file and back."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlalchemy import func, select

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.database.tables import metadata
from casebook_analyzer.memory.transfer import file as file_format
from casebook_analyzer.memory.transfer.exporting import export_memory
from casebook_analyzer.memory.transfer.file import ExportReader
from casebook_analyzer.memory.transfer.importing import import_memory
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Incident, Verdict
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import OPENED, RECIPES, make_incident, make_resolution
from tests.rows import of_every

NOT_EXPORTED = {"tenant", "embedding_cache"}
"""Who this cluster is, and a cache."""
COMPUTED = {"weights", "average_length"}
"""They follow the average length of documents, which moves with the order of writing."""


async def contents(memory: Memory) -> dict[str, list[dict[str, Any]]]:
    """Every table without the tenant."""
    found = {}
    async with memory.session.transaction() as connection:
        for name, table in metadata.tables.items():
            if name in NOT_EXPORTED:
                continue
            columns = [column for column in table.c if column.name not in {"tenant", *COMPUTED}]
            rows = await connection.execute(select(*columns).order_by(*table.primary_key))
            found[name] = [dict(row._mapping) for row in rows]
    return found


async def counted(memory: Memory) -> int:
    async with memory.session.transaction() as connection:
        return (await connection.execute(select(func.count()).select_from(metadata.tables["incident"]))).scalar_one()


def hostile() -> Incident:
    incident = make_incident("oom", number=7, workload="pay\u202elol")
    return msgspec.structs.replace(incident, report="# \x1b[31mred\n\n日本語 \U0001f4a5 '; DROP TABLE incident; --\n")


async def _fill(dsn: str) -> None:
    """One of everything that memory keeps of an incident."""
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        for number, recipe in enumerate(RECIPES, start=1):
            await memory.record(make_incident(recipe, number=number, days=number))
        await memory.record(make_incident("missing_env", number=9, days=20, resolution=make_resolution()))
        await memory.record(hostile())
        await memory.embed_pending()
        before = make_incident("forbidden", number=20)
        await memory.record(before)
        other = msgspec.structs.replace(before.conclusion, category=Category.UNKNOWN, taxonomy_version="new")
        await memory.judge_again(msgspec.structs.replace(before, conclusion=other))
        word = Feedback(
            verdict=Verdict.CORRECTED, category=Category.CONFIG_ERROR, cause="a typo", source=FeedbackSource.COMMAND,
            author="ana", given_at=OPENED + timedelta(days=30, microseconds=5),
        )  # fmt: skip
        await memory.give_feedback("oom-7", word)
        await memory.give_feedback("oom-7", msgspec.structs.replace(word, verdict=Verdict.CONFIRMED, category=None))
        for text in ("first", "second", "third"):
            await memory.exhibits.attach("oom-7", exhibit(text))
        await memory.exhibits.remove("oom-7", erasure("second"))


filled = pytest.mark.database(filled_by=_fill)


@pytest.fixture
def other(opened: Callable[..., Memory]) -> Memory:
    return opened(embedder=WordEmbedder(), tenant="cluster-b")


@filled
async def test_a_round_trip_loses_nothing(memory: Memory, other: Memory, tmp_path: Path) -> None:
    assert await export_memory(memory.session, tmp_path / "memory.parquet") == 8
    done = await import_memory(other.session, tmp_path / "memory.parquet")
    assert (done.cluster, done.written, done.known) == ("cluster-a", 8, 0)
    before, after = await contents(memory), await contents(other)
    assert len(before["feedback"]) == 2
    assert len(before["judgement"]) == 1
    assert len(before["exhibit"]) == 2
    assert len(before["erasure"]) == 1
    assert before["chunk_vector"]
    for name in before:
        assert after[name] == before[name], name


@filled
async def test_a_second_export_has_the_same_rows(memory: Memory, other: Memory, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    await export_memory(memory.session, first)
    await import_memory(other.session, first)
    await export_memory(other.session, second)
    assert pq.read_table(first).to_pylist() == pq.read_table(second).to_pylist()


@filled
async def test_what_was_imported_is_found(memory: Memory, other: Memory, tmp_path: Path) -> None:
    await export_memory(memory.session, tmp_path / "file")
    await import_memory(other.session, tmp_path / "file")
    case = make_incident("missing_env", number=99)
    ours = await memory.similar(case.bundle, case.conclusion)
    theirs = await other.similar(case.bundle, case.conclusion)
    assert ours.incidents
    assert [hit.id for hit in theirs.incidents] == [hit.id for hit in ours.incidents]
    assert [hit.id for hit in (await other.search("Xid 79")).hits] == ["xid79-4"]


@filled
async def test_importing_twice_changes_nothing(memory: Memory, other: Memory, tmp_path: Path) -> None:
    await export_memory(memory.session, tmp_path / "file")
    await import_memory(other.session, tmp_path / "file")
    before = await contents(other)
    done = await import_memory(other.session, tmp_path / "file")
    assert (done.written, done.known) == (0, 8)
    assert await contents(other) == before


async def test_an_incident_that_memory_has_stays_as_it_is(memory: Memory, tmp_path: Path) -> None:
    await memory.record(make_incident())
    await export_memory(memory.session, tmp_path / "file")
    await memory.resolve(make_incident().id, make_resolution())
    assert (await import_memory(memory.session, tmp_path / "file")).known == 1
    found = await memory.by_id(make_incident().id)
    assert found is not None
    assert found.resolution == make_resolution()


@filled
async def test_without_vectors_everything_is_embedded_anew(memory: Memory, other: Memory, tmp_path: Path) -> None:
    await export_memory(memory.session, tmp_path / "large")
    await export_memory(memory.session, tmp_path / "small", vectors=False)
    await import_memory(other.session, tmp_path / "small")
    assert (await other.backlog()).pending == 8
    while await other.embed_pending():
        pass
    backlog = await other.backlog()
    assert (backlog.embedded, backlog.pending) == (8, 0)


async def test_an_empty_memory_is_a_file_of_no_rows(memory: Memory, other: Memory, tmp_path: Path) -> None:
    assert await export_memory(memory.session, tmp_path / "file") == 0
    assert (await import_memory(other.session, tmp_path / "file")).written == 0


@filled
async def test_only_the_own_tenant_is_exported(memory: Memory, other: Memory, tmp_path: Path) -> None:
    assert await export_memory(other.session, tmp_path / "file") == 0


async def test_rows_are_written_in_groups_of_bounded_size(
    memory: Memory, other: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_format, "ROWS", 2)
    for number in range(5):
        await memory.record(make_incident(number=number))
    steps: list[int] = []
    await export_memory(memory.session, tmp_path / "file", progress=steps.append)
    assert pq.ParquetFile(tmp_path / "file").num_row_groups == 3
    assert sum(steps) == 5
    assert (await import_memory(other.session, tmp_path / "file", progress=steps.append)).written == 5
    assert sum(steps) == 15


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _rewritten(path: Path, change: Callable[[pa.Table], pa.Table]) -> Path:
    changed = path.with_name("changed")
    pq.write_table(change(pq.read_table(path)), changed)
    return changed


def _with_header(table: pa.Table, **values: object) -> pa.Table:
    header = msgspec.json.decode(table.schema.metadata[b"casebook"])
    return table.replace_schema_metadata({b"casebook": msgspec.json.encode(header | values)})


def with_bundle(table: pa.Table, text: str | None) -> pa.Table:
    return table.set_column(9, "bundle", pa.array([text] * len(table), pa.string()))


def with_nul(table: pa.Table, column: str) -> pa.Table:
    return table.set_column(table.schema.get_field_index(column), column, pa.array(["a\0"] * len(table), pa.string()))


def with_one_number(table: pa.Table) -> pa.Table:
    return table.set_column(19, "case_vector", pa.array([[0.5]] * len(table), pa.list_(pa.float32())))


@pytest.fixture
async def file(memory: Memory, tmp_path: Path) -> Path:
    await export_memory(memory.session, tmp_path / "file")
    return tmp_path / "file"


def _broken(file: Path) -> Iterator[tuple[str, Path]]:
    """What is said, and of which file."""
    whole = file.read_bytes()
    for name, content in {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "no-footer": whole[:-8],
        "words": b"just words, and quite a number of them",
    }.items():
        (file.parent / name).write_bytes(content)
        yield "cannot be read as Parquet", file.parent / name
    yield "does not exist", file.parent / "missing"
    yield "cannot be read", file.parent


@filled
async def test_a_broken_file_writes_nothing(file: Path, other: Memory) -> None:
    for said, broken in _broken(file):
        with pytest.raises(ConfigurationError, match=said):
            await import_memory(other.session, broken)
        assert await counted(other) == 0


@filled
def test_a_byte_that_was_flipped_is_harmless_or_refused(file: Path) -> None:
    whole, good = file.read_bytes(), list(ExportReader(file).read())
    refused = 0
    for place in range(0, len(whole), len(whole) // 60):
        flipped = bytearray(whole)
        flipped[place] ^= 0xFF
        (file.parent / "flipped").write_bytes(flipped)
        try:
            assert list(ExportReader(file.parent / "flipped").read()) == good, place
        except ConfigurationError:
            refused += 1
    assert refused > 40


@filled
@of_every(
    ("said", "change"),
    [
        ("newer Casebook", lambda table: _with_header(table, format=2)),
        ("newer Casebook", lambda table: _with_header(table, format=2).drop_columns(["report"])),
        ("header cannot be read", lambda table: _with_header(table, cluster=5)),
        ("not an export", lambda table: table.replace_schema_metadata({})),
        ("lacks report, chunks", lambda table: table.drop_columns(["chunks", "report"])),
        *((f"1 of .*{name} has a NUL", partial(with_nul, column=name)) for name in ("id", "namespace", "caused_by")),
        ("Incident 1 of .*bundle: ", lambda table: with_bundle(table, "{}")),
        ("Incident 1 of .*bundle is missing", lambda table: with_bundle(table, None)),
        ("a vector has 1 numbers", with_one_number),
    ],
)  # fmt: skip
async def test_a_file_that_cannot_be_used_is_refused_before_anything_is_written(
    file: Path, other: Memory, said: str, change: Callable[[pa.Table], pa.Table]
) -> None:
    with pytest.raises(ConfigurationError, match=said):
        await import_memory(other.session, _rewritten(file, change))
    assert await counted(other) == 0


@filled
async def test_an_export_that_fails_leaves_the_file_that_was_there(memory: Memory, tmp_path: Path) -> None:
    path = _written(tmp_path / "file", b"an older export")

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await export_memory(memory.session, path, progress=stop)
    assert _files(tmp_path) == {"file": b"an older export"}


@filled
def test_only_the_owner_may_read_an_export(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_folder_that_is_not_there_is_said(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be written"):
        await export_memory(memory.session, tmp_path / "missing" / "file")
