"""Kopf is started again whenever it ends, says so once, and does not even begin where nobody needs it."""

import asyncio
import threading
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import LogCapture

from casebook_operator.kube import KubeClient, connect
from casebook_operator.scope import Scope
from casebook_operator.sensor import backoff, cluster_sensor, kopf_run, kopf_sensor
from casebook_operator.sensor.kopf_sensor import KopfSensor
from casebook_operator.sensor.protocol import StreamHealth
from casebook_operator.sensor.streams import streams_of
from casebook_operator.settings import WatchSettings
from tests.operator.kubeconfigs import kubeconfig
from tests.operator.sensor.notes import Notes, watching
from tests.operator.sensor.said import said_by
from tests.operator.sensor.scripted import ScriptedServer, error_in_stream
from tests.operator.waiting import until

NAME = "casebook-kopf"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "LONGEST_PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(kopf_run, "RETRIES_SECONDS", (0.05, 0.1))


@pytest.fixture
async def server() -> ScriptedServer:
    made = ScriptedServer("Taxonomy")
    made.make("one")
    return made


def threads() -> set[threading.Thread]:
    """Those of Kopf that live, also of operators of other tests whose end took longer than they waited for it."""
    return {thread for thread in threading.enumerate() if thread.name == NAME}


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> LogCapture:
    return said_by(kopf_sensor, monkeypatch)


def warned(said: LogCapture) -> list[Any]:
    return [entry["error"] for entry in said.entries if entry["log_level"] == "warning"]


@pytest.mark.parametrize("watch", [WatchSettings(taxonomies=False), WatchSettings(taxonomies=False, namespaces=("a",))])
async def test_kopf_does_not_begin_where_taxonomies_are_not_watched(
    monkeypatch: pytest.MonkeyPatch, watch: WatchSettings
) -> None:
    async def begin(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(kopf_sensor, "in_own_thread", begin)
    scope = Scope(watch=watch)
    sensor = KopfSensor(cast("KubeClient", None), scope, StreamHealth(scope, streams_of(scope)))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await sensor.run(Notes())


async def test_kopf_begins_when_what_is_essential_was_listed_or_after_a_while(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def begin(*_: Any) -> None:
        begun.set()

    monkeypatch.setattr(kopf_sensor, "in_own_thread", begin)
    server.refused["pods"] = 403
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, _),
    ):
        await until(lambda: len(sensor.health.complaints()) == 1)
        assert not begun.is_set()
        del server.refused["pods"]
        await begun.wait()
        assert sensor.health.complaints() == ()
    begun.clear()
    server.refused["pods"] = 403
    monkeypatch.setattr(cluster_sensor, "LATEST_KOPF_SECONDS", 0.0)
    async with server.serving() as url, await connect(kubeconfig(tmp_path / "config", url)) as kube, watching(kube):
        await begun.wait()


async def test_each_reason_is_said_once_and_its_thread_ends_with_the_sensor(
    server: ScriptedServer, tmp_path: Path, said: LogCapture
) -> None:
    server.watches.extend([error_in_stream(500)] * 4)
    others = threads()
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (_, notes),
    ):
        await until(lambda: not server.watches and server.watched > 4)
        assert len(threads() - others) == 1
        assert ("one", False) in notes.taxonomies
    await until(lambda: threads() <= others)
    assert len(warned(said)) == 1


async def test_a_kind_that_discovery_does_not_tell_of_yet_is_found_later(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: LogCapture
) -> None:
    monkeypatch.setattr(kopf_sensor, "DISCOVERY_SECONDS", 0.3)
    server.hidden = {"taxonomies"}
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (_, notes),
    ):
        await until(lambda: warned(said))
        assert not notes.taxonomies
        server.hidden = set()
        await until(lambda: ("one", False) in notes.taxonomies)


async def test_credentials_that_are_refused_are_tried_again_with_pauses(server: ScriptedServer, tmp_path: Path) -> None:
    server.token = "another"
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (_, notes),
    ):
        await until(lambda: server.unauthorized > 0)
        await asyncio.sleep(1)
        assert server.unauthorized < 100
        server.token = "t"
        await until(lambda: ("one", False) in notes.taxonomies)
