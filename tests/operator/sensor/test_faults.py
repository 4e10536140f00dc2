"""Whatever an API server does, the informer goes on to deliver pods and Events, and Kopf Taxonomies."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from casebook_operator import metrics
from casebook_operator.kube import connect
from casebook_operator.sensor import backoff, kopf_run, kopf_sensor
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.sensor.informer import reflector
from tests.operator.kubeconfigs import kubeconfig
from tests.operator.sensor.notes import Notes, watching
from tests.operator.sensor.said import said_by
from tests.operator.sensor.scripted import (
    ScriptedServer,
    Step,
    cut_in_a_line,
    drop,
    error_in_stream,
    no_json,
    refuse,
    say_nothing,
)
from tests.operator.waiting import until


class Scene:
    """A scripted server, and a sensor that watches it."""

    def __init__(self, server: ScriptedServer, sensor: ClusterSensor, notes: Notes) -> None:
        self.server, self.sensor, self.notes = server, sensor, notes

    @property
    def names(self) -> list[str]:
        """Of the objects of the server's kind, each as often as it was seen."""
        return names(self.notes, self.server)


def names(notes: Notes, server: ScriptedServer) -> list[str]:
    if server.kind == "Taxonomy":
        return [name for name, _ in notes.taxonomies]
    return notes.names(server.kind)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "LONGEST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(kopf_run, "RETRIES_SECONDS", (0.05, 0.1))


@pytest.fixture
def _silence_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all kinds, also of those that have nothing to tell: no other test has to live with that."""
    for part in (reflector, kopf_run):
        monkeypatch.setattr(part, "INACTIVITY_SECONDS", 0.5)


@pytest.fixture(params=["Pod", "Event", "Taxonomy"])
async def server(request: pytest.FixtureRequest) -> ScriptedServer:
    made = ScriptedServer(request.param)
    made.make("from-the-start")
    return made


@pytest.fixture
async def scene(server: ScriptedServer, tmp_path: Path) -> AsyncIterator[Scene]:
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, notes),
    ):
        await until(lambda: "from-the-start" in names(notes, server))
        yield Scene(server, sensor, notes)


async def proceeds(scene: Scene) -> None:
    """What happens after the fault is seen, and what was there before is still known."""
    await until(lambda: not scene.server.watches and not scene.server.lists)
    await scene.server.add("after-the-fault")
    await until(lambda: "after-the-fault" in scene.names)


async def test_what_exists_is_seen_at_start_and_what_comes_is_seen_then(scene: Scene) -> None:
    await proceeds(scene)
    await until(lambda: scene.sensor.health.complaints() == ())


FAULTS: dict[str, list[Step]] = {
    "error-500-in-stream": [error_in_stream(500)],
    "error-504-in-stream": [error_in_stream(504)],
    "error-429-in-stream": [error_in_stream(429)],
    "gone-in-stream": [error_in_stream(410)],
    "http-410": [refuse(410)],
    "http-404": [refuse(404)],
    "http-403": [refuse(403)],
    "http-5xx-for-a-while": [refuse(500), refuse(503)] * 8,
    "http-429-for-a-while": [refuse(429)] * 3,
    "cut-in-a-line": [cut_in_a_line],
    "no-json": [no_json],
    "reset": [drop] * 3,
    "one-after-another": [error_in_stream(500), cut_in_a_line, refuse(410), drop, error_in_stream(410), refuse(503)],
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_watch_that_breaks_goes_on(scene: Scene, fault: str) -> None:
    await scene.server.play(error_in_stream(410), *FAULTS[fault])
    await proceeds(scene)


@pytest.mark.usefixtures("_silence_is_short")
async def test_a_watch_that_falls_silent_goes_on(scene: Scene) -> None:
    await scene.server.play(say_nothing)
    await proceeds(scene)


@pytest.mark.parametrize("code", [410, 404, 403, 500, 503])
async def test_a_list_that_fails_is_tried_again(scene: Scene, code: int) -> None:
    scene.server.lists.extend([refuse(code)] * 3)
    await scene.server.play(error_in_stream(410))
    await proceeds(scene)
    assert scene.server.listed > 3


async def test_what_was_made_while_the_watch_was_broken_is_seen(scene: Scene) -> None:
    scene.server.lists.extend([refuse(503)] * 3)
    await scene.server.play(error_in_stream(410))
    scene.server.make("made-in-the-dark")
    await until(lambda: "made-in-the-dark" in scene.names)


async def test_an_object_whose_line_was_cut_is_seen_after_all(scene: Scene) -> None:
    await scene.server.play(cut_in_a_line)
    await until(lambda: "cut-off" in scene.names)


@pytest.mark.parametrize("code", [410, 500])
async def test_a_taxonomy_that_was_deleted_while_the_watch_was_broken_is_told_as_deleted(
    tmp_path: Path, code: int
) -> None:
    server = ScriptedServer("Taxonomy")
    server.make("from-the-start")
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (_, notes),
    ):
        await until(lambda: ("from-the-start", False) in notes.taxonomies)
        await server.play(error_in_stream(code))
        del server.objects["from-the-start"]
        await until(lambda: ("from-the-start", True) in notes.taxonomies)


async def test_breaks_are_counted(scene: Scene) -> None:
    plural = {"Pod": "pods", "Event": "events", "Taxonomy": "taxonomies"}[scene.server.kind]
    failures = metrics.WATCH_FAILURES.labels(stream=plural)._value
    before = failures.get()
    await scene.server.play(error_in_stream(500))
    await proceeds(scene)
    assert failures.get() >= before + 1


@pytest.mark.usefixtures("_silence_is_short")
@pytest.mark.parametrize(("kind", "breaks"), [("Pod", True), ("Event", False)])
async def test_silence_is_a_fault_of_a_watch_with_bookmarks_and_events_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, breaks: bool
) -> None:
    server, said = ScriptedServer(kind), said_by(reflector, monkeypatch)
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, notes),
    ):
        await until(lambda: sensor.health.complaints() == ())
        await server.play(*[say_nothing] * 3)
        await until(lambda: not server.watches)
        await server.add("after-the-silence")
        await until(lambda: "after-the-silence" in notes.names(kind))
    # Beside a load a watch may break for another reason.
    told = [broke["error"] for broke in said.entries if broke["stream"] == {"Pod": "pods", "Event": "events"}[kind]]
    assert any("was silent" in error for error in told) is breaks


@pytest.mark.usefixtures("_silence_is_short")
async def test_a_server_that_is_away_at_the_start_is_waited_for(
    server: ScriptedServer, tmp_path: Path, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kopf_sensor, "DISCOVERY_SECONDS", 3.0)
    config = kubeconfig(tmp_path / "config", f"http://127.0.0.1:{unused_tcp_port}")
    async with await connect(config) as kube, watching(kube) as (sensor, notes):
        await until(lambda: sensor.health.complaints() != ())
        async with server.serving(unused_tcp_port):
            await until(lambda: "from-the-start" in names(notes, server))


@pytest.mark.parametrize("code", [403, 404, 500])
async def test_a_kind_that_cannot_be_listed_holds_up_no_other(
    server: ScriptedServer, tmp_path: Path, code: int
) -> None:
    server.refused = dict.fromkeys(["taxonomies", "horizontalpodautoscalers", "jobs"], code)
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, notes),
    ):
        await until(lambda: "from-the-start" in names(notes, server))
        await until(lambda: sensor.health.complaints() == ())


@pytest.mark.usefixtures("_silence_is_short")
@pytest.mark.parametrize("code", [403, 404])
async def test_an_essential_kind_that_cannot_be_listed_is_a_complaint(
    server: ScriptedServer, tmp_path: Path, code: int
) -> None:
    refused = "nodes" if server.kind == "Pod" else "pods"
    server.refused = {refused: code}
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, notes),
    ):
        await until(lambda: "from-the-start" in names(notes, server))
        await until(lambda: sensor.health.complaints() == (f"{refused} were not listed yet",))


async def test_a_kind_is_watched_once_it_is_installed(tmp_path: Path) -> None:
    server = ScriptedServer()
    server.refused = {"taxonomies": 404}
    failures = metrics.WATCH_FAILURES.labels(stream="taxonomies")._value
    before = failures.get()
    async with (
        server.serving() as url,
        await connect(kubeconfig(tmp_path / "config", url)) as kube,
        watching(kube) as (sensor, _),
    ):
        await until(lambda: failures.get() > before + 2)
        server.refused = {}
        await until(lambda: sensor.health._last["taxonomies"])
