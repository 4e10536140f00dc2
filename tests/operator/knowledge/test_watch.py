"""Memory follows a folder that others change, and loses nothing when the folder is away."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.knowledge.files import read_folder
from casebook_operator.knowledge.sync import ReadSource, read_source
from casebook_operator.knowledge.watch import sync_until
from tests.patience import PATIENCE


async def _until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("linked", [False, True], ids=["a folder", "a link, as git-sync leaves"])
async def test_memory_follows_a_folder(
    dsn: str,
    tmp_path: Path,
    linked: bool,
) -> None:
    real, folder = tmp_path / "rev-1", tmp_path / "runbooks"
    real.mkdir()
    folder.symlink_to(real) if linked else real.rename(folder)
    sanitizer = Sanitizer(bytes(32), SECRETS_AND_EMAILS)

    async def read() -> ReadSource:
        return read_source("runbooks", read_folder(folder), sanitizer)

    async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory:

        async def titles() -> list[str]:
            return [one.title for one in await memory.knowledge.documents()]

        (folder / "a.md").write_text("# First\n\ntext")
        stop = asyncio.Event()
        watching = asyncio.create_task(sync_until(stop, memory, read, 0.01))
        await _until(lambda: _same(titles, ["First"]))
        (folder / "a.md").write_text("# Second\n\ntext")
        (folder / "b.md").write_bytes(b"\0")
        await _until(lambda: _same(titles, ["Second"]))
        away = tmp_path / "away"
        folder.rename(away)  # a checkout that is replaced
        await asyncio.sleep(0.02)
        assert await titles() == ["Second"]
        away.rename(folder)
        (folder / "c.md").write_text("# Third\n\ntext")
        await _until(lambda: _same(titles, ["Second", "Third"]))
        stop.set()
        await watching
        (known,) = await memory.knowledge.sources()
        assert (known.source, known.every_seconds, known.unusable) == ("runbooks", 0.01, 1)


async def _same(titles: Callable[[], Awaitable[list[str]]], wanted: list[str]) -> bool:
    return await titles() == wanted


async def test_a_database_that_is_away_is_asked_again_long_before_the_next_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casebook_operator.knowledge.watch._SOON_SECONDS", 0.001)
    (tmp_path / "a.md").write_text("text")
    stop, asked = asyncio.Event(), 0

    async def read() -> ReadSource:
        nonlocal asked
        asked += 1
        if asked > 2:
            stop.set()
        return read_source("runbooks", read_folder(tmp_path), Sanitizer(bytes(32), SECRETS_AND_EMAILS))

    nowhere: Memory = open_memory("postgresql://nobody@127.0.0.1:1/none", tenant="cluster-a", embedder=None)
    async with nowhere as memory:
        async with asyncio.timeout(PATIENCE):
            await sync_until(stop, memory, read, 10 * PATIENCE)
    assert asked == 3
