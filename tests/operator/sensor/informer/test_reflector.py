"""What a reflector tells after a pause: what is new, what is gone, and what its watch has left out."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from casebook_operator import metrics
from casebook_operator.kube import ApiStatusError, connect, paths
from casebook_operator.kube.known_first import KnownFirst
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.sensor import backoff
from casebook_operator.sensor.informer import reflector
from casebook_operator.sensor.informer.inbox import ObjectName
from casebook_operator.sharding import Share
from casebook_operator.sharding.share import shard_of
from tests.operator.kubeconfigs import kubeconfig
from tests.operator.sensor.notes import Notes, watching
from tests.operator.sensor.scripted import NORMAL, ScriptedServer, error_in_stream, held_up, list_all, refuse
from tests.operator.waiting import until


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "LONGEST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(reflector, "INACTIVITY_SECONDS", 0.5)


@asynccontextmanager
async def watched(server: ScriptedServer, directory: Path) -> AsyncIterator[Notes]:
    async with (
        server.serving() as url,
        await connect(kubeconfig(directory / "config", url)) as kube,
        watching(kube) as (_, notes),
    ):
        yield notes


async def test_a_list_of_many_pages_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reflector, "PAGE_OBJECTS", 3)
    server = ScriptedServer()
    names = {server.make(f"cart-{number}")["metadata"]["name"] for number in range(10)}
    async with watched(server, tmp_path) as notes:
        await until(lambda: set(notes.pods) == names)
        assert server.listed == 4


async def test_what_was_deleted_while_nobody_watched_is_told_and_what_is_as_before_is_not_told_again(
    tmp_path: Path,
) -> None:
    server = ScriptedServer()
    for name in ("stays", "goes"):
        server.make(name)
    async with watched(server, tmp_path) as notes:
        await until(lambda: set(notes.pods) == {"stays", "goes"})
        server.watches.extend([error_in_stream(410)] * 5)  # a client without a processor gives up before it hears one
        del server.objects["goes"]
        await server.add("comes")
        await until(lambda: ("Pod", "goes") in notes.deleted)
        await until(lambda: "comes" in notes.pods)
    assert notes.pods.count("stays") == 1


@pytest.mark.parametrize(("kind", "kept"), [("Pod", True), ("Event", False)])
async def test_a_list_keeps_the_names_of_what_may_be_missed_and_of_events_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, kept: bool
) -> None:
    monkeypatch.setattr(reflector, "PAGE_OBJECTS", 1)
    alive = 0

    class Name(ObjectName):
        """Counts those that somebody has."""

        def __init__(self, *_: str) -> None:
            nonlocal alive
            alive += 1

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    monkeypatch.setattr(reflector, "ObjectName", Name)
    server, asked, released = ScriptedServer(kind), asyncio.Event(), asyncio.Event()
    for number in range(50):
        server.make(f"cart-{number}")
    server.lists.extend([*[list_all] * 49, held_up(asked, released)])
    async with watched(server, tmp_path) as notes:
        await asked.wait()
        await until(lambda: "cart-48" in notes.names(kind))
        gc.collect()
        assert (alive >= 49) is kept
        released.set()


async def test_a_change_that_a_watch_left_out_is_found_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "LIST_AGAIN_SECONDS", 0.02)
    gaps = metrics.WATCH_GAPS.labels(stream="pods")._value
    before = gaps.get()
    server, asked, released = ScriptedServer(), asyncio.Event(), asyncio.Event()
    server.make("told")
    async with watched(server, tmp_path) as notes:
        await until(lambda: "told" in notes.pods)
        server.lists.append(held_up(asked, released))
        await asked.wait()
        left_out = server.objects.pop(server.make("left-out")["metadata"]["name"])
        await server.add("after-it")
        await until(lambda: "after-it" in notes.pods)
        server.objects["left-out"] = left_out
        released.set()
        await until(lambda: "left-out" in notes.pods)
    assert gaps.get() == before + 1


async def test_an_investigation_that_was_deleted_while_nobody_watched_is_told(tmp_path: Path) -> None:
    server = ScriptedServer("Investigation")
    for name in ("stays", "goes"):
        server.make(name)
    async with watched(server, tmp_path) as notes:
        await until(lambda: len(notes.investigations) == 2)
        del server.objects["goes"]
        server.watches.append(error_in_stream(410))
        await server.add("comes")
        await until(lambda: ("goes", True) in notes.investigations)
        await until(lambda: ("comes", False) in notes.investigations)


async def test_of_events_nothing_is_remembered_and_no_gap_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "LIST_AGAIN_SECONDS", 0.02)
    gaps = metrics.WATCH_GAPS.labels(stream="events")._value
    before = gaps.get()
    server = ScriptedServer("Event")
    for number in range(5):
        server.make(f"event-{number}")
    async with watched(server, tmp_path) as notes:
        await until(lambda: len(set(notes.names("Event"))) == 5)
        server.objects.clear()
        await server.add("after-it")
        await until(lambda: notes.names("Event").count("after-it") > 1)
    assert notes.deleted == []
    assert gaps.get() == before


async def test_normal_events_of_pods_are_not_asked_for(tmp_path: Path) -> None:
    server = ScriptedServer("Event")
    async with watched(server, tmp_path):
        await until(lambda: len(set(server.selectors)) > 1)
        assert set(server.selectors) == {"type!=Normal", NORMAL}


async def test_nodes_are_known_from_the_watch_and_their_list_costs_no_request(tmp_path: Path) -> None:
    server, known = ScriptedServer("Node"), KnownObjects()
    server.make("node-1")["status"] = {"images": [{"names": ["a"]}], "capacity": {"cpu": "8"}}
    async with server.serving() as url, await connect(kubeconfig(tmp_path / "config", url)) as kube:
        reader = KnownFirst(kube, known)
        assert (await reader.list(paths.collection("Node")))[0]["status"]["images"]
        async with watching(kube, known=known):
            await until(lambda: known.is_complete("Node", ""))
            before = server.listed
            (node,) = await reader.list(paths.collection("Node"))
            assert node["status"] == {"capacity": {"cpu": "8"}}
            await server.add("node-2")
            await until(lambda: len(known.all("Node", "")) == 2)
            del server.objects["node-1"]
            server.watches.append(error_in_stream(410))
            await server.add("node-3")
            await until(lambda: [node["metadata"]["name"] for node in known.all("Node", "")] == ["node-2", "node-3"])
            assert server.listed == before + 1


async def test_while_nodes_cannot_be_watched_the_server_is_asked(tmp_path: Path) -> None:
    server, known = ScriptedServer("Node"), KnownObjects()
    server.make("node-1")
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube, known=known),
    ):
        await until(lambda: known.is_complete("Node", ""))
        server.lists.extend([refuse(403)] * 50)
        server.watches.extend([error_in_stream(410)] * 2)
        await until(lambda: not known.is_complete("Node", ""))
        with pytest.raises(ApiStatusError):
            await KnownFirst(kube, known).list(paths.collection("Node"))


async def test_what_is_in_namespaces_of_other_shards_is_passed_over_and_the_watch_goes_on_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "LIST_AGAIN_SECONDS", 0.02)
    share, server = Share(home="casebook", count=2, held=frozenset({1})), ScriptedServer("Deployment")
    ours, theirs = (next(n for n in map(str, range(99)) if shard_of(n, 2) == shard) for shard in (1, 0))
    gaps = metrics.WATCH_GAPS.labels(stream="deployments")._value
    known, before = KnownObjects(share.owns), gaps.get()
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube, known=known, share=share) as (_, notes),
    ):
        for place in (ours, theirs):
            server.namespace = place
            await server.add(f"listed-{place}")
            await server.add(f"told-{place}")
        await until(lambda: f"told-{ours}" in notes.names("Deployment"))
        listed = server.listed
        await until(lambda: server.listed > listed + 1)
        server.namespace = ours
        await server.add("after-all")
        await until(lambda: "after-all" in notes.names("Deployment"))
    assert set(notes.names("Deployment")) == {f"listed-{ours}", f"told-{ours}", "after-all"}
    assert known.get("Deployment", theirs, f"told-{theirs}") is None
    assert gaps.get() == before, "what is passed over is no gap"
    assert known.is_complete("Deployment", ours)
    assert not known.is_complete("Deployment", theirs), "the API server has to be asked"


async def test_nodes_are_known_to_all_shards_as_evidence(tmp_path: Path) -> None:
    share, server = Share(home="casebook", count=2, held=frozenset({1})), ScriptedServer("Node")
    known = KnownObjects(share.owns)
    server.make("node-1")
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube, known=known, share=share),
    ):
        await until(lambda: known.get("Node", "", "node-1") is not None)
        await until(lambda: known.is_complete("Node", ""))
