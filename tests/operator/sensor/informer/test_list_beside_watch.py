"""While all objects are listed their watch goes on, and what it tells is newer than what the list says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from casebook_operator.kube import connect
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.sensor import backoff
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.sensor.informer import reflector
from casebook_operator.sensor.informer.inbox import Inbox, ObjectName, Version
from tests.operator.kubeconfigs import kubeconfig
from tests.operator.sensor.notes import Notes, watching
from tests.operator.sensor.scripted import ScriptedServer, error_in_stream, held_up, list_all, refuse
from tests.operator.waiting import until


class HeldUp:
    """The next list of a server, or the page of one, that is asked for and not answered."""

    def __init__(self, server: ScriptedServer) -> None:
        self._asked, self._released = asyncio.Event(), asyncio.Event()
        server.lists.append(held_up(self._asked, self._released))
        self._server = server

    async def asked(self) -> None:
        await self._asked.wait()

    async def answered(self) -> None:
        """Let it be answered, and wait until what it says was taken in: then all is listed once more."""
        listed = self._server.listed
        self._released.set()
        await until(lambda: self._server.listed > listed)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "LONGEST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(reflector, "LIST_AGAIN_SECONDS", 0.02)


@asynccontextmanager
async def watched(
    server: ScriptedServer, directory: Path, known: KnownObjects | None = None
) -> AsyncIterator[tuple[ClusterSensor, Notes]]:
    async with (
        server.serving() as url,
        await connect(kubeconfig(directory / "config", url)) as kube,
        watching(kube, known=known) as here,
    ):
        yield here


class Gate:
    """Lets versions of objects into inboxes while it is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = asyncio.Event()
        self.opened.set()
        self.waiting: list[str] = []
        put = Inbox.put

        async def put_when_open(here: Inbox, name: ObjectName, version: Version) -> None:
            if not self.opened.is_set():
                self.waiting.append(name.name)
            await self.opened.wait()
            await put(here, name, version)

        monkeypatch.setattr(Inbox, "put", put_when_open)


async def test_what_happens_while_all_is_listed_again_is_told_at_once(tmp_path: Path) -> None:
    server = ScriptedServer()
    server.make("goes")
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: "goes" in notes.pods)
        list_again = HeldUp(server)
        await list_again.asked()
        await server.add("comes")
        await server.remove("goes")
        await until(lambda: "comes" in notes.pods and ("Pod", "goes") in notes.deleted)
        await list_again.answered()


async def test_a_list_takes_nothing_back_that_the_watch_has_told_meanwhile(tmp_path: Path) -> None:
    server = ScriptedServer()
    for name in ("changes", "goes", "stays"):
        server.make(name)
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: len(notes.pods) == 3)
        list_again = HeldUp(server)
        await list_again.asked()
        await server.add("comes")
        await server.add("changes")
        await server.remove("goes")
        await until(lambda: ("Pod", "goes") in notes.deleted)
        await list_again.answered()
        await server.add("last")
        await until(lambda: "last" in notes.pods)
    assert notes.deleted == [("Pod", "goes")]
    assert sorted(notes.pods) == ["changes", "changes", "comes", "goes", "last", "stays"]
    versions = [int(pod["metadata"]["resourceVersion"]) for pod in notes.seen_kinds["Pod"]]
    assert versions[3:] == sorted(versions[3:])


async def test_what_was_made_again_while_a_list_says_that_it_is_gone_is_there(tmp_path: Path) -> None:
    server = ScriptedServer("Node")
    known = KnownObjects()
    server.make("lost")
    async with watched(server, tmp_path, known) as (_, notes):
        await until(lambda: "lost" in notes.nodes)
        lost = server.objects.pop("lost")
        list_again = HeldUp(server)
        await list_again.asked()
        server.objects["lost"] = lost
        await server.add("lost")
        await until(lambda: notes.nodes.count("lost") > 1)
        await list_again.answered()
        assert known.get("Node", "", "lost") is not None


async def test_what_a_list_lacks_and_no_watch_has_told_of_is_gone(tmp_path: Path) -> None:
    server = ScriptedServer()
    for name in ("stays", "goes"):
        server.make(name)
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: len(notes.pods) == 2)
        del server.objects["goes"]
        await until(lambda: ("Pod", "goes") in notes.deleted)
    assert notes.deleted == [("Pod", "goes")]


async def test_the_watch_begins_with_the_first_page_of_the_first_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "PAGE_OBJECTS", 2)
    server, known = ScriptedServer("Node"), KnownObjects()
    for number in range(4):
        server.make(f"node-{number}")
    server.lists.append(list_all)
    second_page = HeldUp(server)
    async with watched(server, tmp_path, known) as (sensor, notes):
        await second_page.asked()
        await server.add("comes")
        await until(lambda: "comes" in notes.nodes)
        assert not known.is_complete("Node", "")
        assert "nodes were not listed yet" in sensor.health.complaints()
        await second_page.answered()
        await until(lambda: len(set(notes.nodes)) == 5)
        await until(lambda: known.is_complete("Node", ""))
        await until(lambda: "nodes were not listed yet" not in sensor.health.complaints())


async def test_a_watch_that_cannot_go_on_waits_for_no_list_that_was_begun_before(tmp_path: Path) -> None:
    server = ScriptedServer()
    server.make("goes")
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: "goes" in notes.pods)
        list_again = HeldUp(server)
        await list_again.asked()
        await server.play(error_in_stream(410))
        del server.objects["goes"]
        await until(lambda: ("Pod", "goes") in notes.deleted)
        await server.add("comes")
        await until(lambda: "comes" in notes.pods)
        await list_again.answered()


@pytest.mark.parametrize("what", ["changes", "goes"])
async def test_what_a_list_that_was_given_up_could_not_tell_any_more_is_told_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    server, gate = ScriptedServer(), Gate(monkeypatch)
    for name in ("changes", "goes"):
        server.make(name)
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: len(notes.pods) == 2)
        gate.opened.clear()
        if what == "goes":
            del server.objects["goes"]
        else:
            server.objects["changes"]["metadata"]["resourceVersion"] = "1"  # which no watch tells of any more
        await until(lambda: what in gate.waiting)
        await server.play(error_in_stream(410))
        await until(lambda: gate.waiting.count(what) > 1)
        gate.opened.set()
        await until(lambda: notes.pods.count("changes") > 1 or ("Pod", "goes") in notes.deleted)


@pytest.mark.parametrize("code", [403, 410, 500])
async def test_a_list_that_fails_again_and_again_stops_no_watch(tmp_path: Path, code: int) -> None:
    server, known = ScriptedServer("Node"), KnownObjects()
    server.make("node-1")
    async with watched(server, tmp_path, known) as (_, notes):
        await until(lambda: known.is_complete("Node", ""))
        server.lists.extend([refuse(code)] * 1_000)
        await until(lambda: len(server.lists) < 990)
        watched_before = server.watched
        await server.add("node-2")
        await until(lambda: "node-2" in notes.nodes)
        assert server.watched == watched_before
        assert known.is_complete("Node", "")


async def test_a_newer_version_overtakes_none_that_a_list_has_and_that_waits_for_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, gate = ScriptedServer(), Gate(monkeypatch)
    server.make("changes")
    async with watched(server, tmp_path) as (_, notes):
        await until(lambda: "changes" in notes.pods)
        gate.opened.clear()
        server.objects["changes"]["metadata"]["resourceVersion"] = "1"
        await until(lambda: "changes" in gate.waiting)
        await server.add("changes")
        await asyncio.sleep(0.2)  # in which the watch would have put the newer one beside it
        assert gate.waiting == ["changes"]
        gate.opened.set()
        await until(lambda: notes.pods.count("changes") > 2)
    assert notes.seen_kinds["Pod"][-1]["metadata"]["resourceVersion"] == str(server.version)


async def test_a_list_after_which_a_watch_began_anew_is_tried_again_when_it_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "LIST_AGAIN_SECONDS", 600.0)
    monkeypatch.setattr(reflector, "PAGE_OBJECTS", 1)
    server = ScriptedServer()
    for name in ("one", "two", "goes"):
        server.make(name)
    async with watched(server, tmp_path) as (sensor, notes):
        await until(lambda: sensor.health.complaints() == ())
        del server.objects["goes"]
        server.lists.extend([list_all, refuse(500)])
        await server.play(error_in_stream(410))
        await until(lambda: ("Pod", "goes") in notes.deleted)
