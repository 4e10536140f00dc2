"""Casebook's client against a real API server: what is refused, what may pass, and what is read."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube import AnswerTooLargeError, ApiStatusError, KubeClient, client, connect, paths
from casebook_operator.reading.pods.config_maps import keys_of
from e2e.cluster import Cluster
from tests.operator.kubeconfigs import kubeconfig, nobody_listens
from tests.patience import PATIENCE


def config_map(name: str) -> dict[str, object]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}


def config_maps(namespace: str) -> str:
    return f"/api/v1/namespaces/{namespace}/configmaps"


@pytest.mark.cluster
async def test_an_object_is_read_as_the_server_sent_it(kube: KubeClient, namespace: str) -> None:
    found = await kube.get(f"/api/v1/namespaces/{namespace}")
    assert (found["kind"], found["metadata"]["name"]) == ("Namespace", namespace)


@pytest.mark.cluster
async def test_of_a_config_map_the_server_sends_the_metadata_alone(kube: KubeClient, namespace: str) -> None:
    await kube.create(config_maps(namespace), config_map("settings") | {"data": {"level": "debug"}})
    found = await kube.get_metadata(paths.item("ConfigMap", namespace, "settings"))
    assert found["kind"] == "PartialObjectMetadata"
    assert "data" not in found
    assert keys_of(found) == {"level"}


@pytest.mark.cluster
async def test_what_is_not_there_is_not_found(kube: KubeClient, namespace: str) -> None:
    with pytest.raises(ApiStatusError, match="not found") as refused:
        await kube.get(paths.item("Pod", namespace, "nobody"))
    assert (refused.value.status, refused.value.not_found, refused.value.retryable) == (404, True, False)


@pytest.mark.cluster
async def test_a_kind_that_is_not_there_is_told_from_an_object_that_is_not(kube: KubeClient, namespace: str) -> None:
    of_group, of_kind = "/apis/nobody.example/v1/things/a", f"/api/v1/namespaces/{namespace}/things/a"
    for path, no_kind in ((of_group, True), (of_kind, True), (f"{config_maps(namespace)}/a", False)):
        with pytest.raises(ApiStatusError) as refused:
            await kube.get(path)
        assert (refused.value.not_found, refused.value.no_such_kind) == (True, no_kind), path


@pytest.mark.cluster
async def test_the_log_of_a_pod_that_is_not_there_is_not_found(kube: KubeClient, namespace: str) -> None:
    with pytest.raises(ApiStatusError) as refused:
        await kube.get_text(f"{paths.item('Pod', namespace, 'nobody')}/log", tailLines=10)
    assert refused.value.not_found


@pytest.mark.cluster
async def test_creating_twice_is_already_exists(kube: KubeClient, namespace: str) -> None:
    made = await kube.create(config_maps(namespace), config_map("twice"))
    assert made["metadata"]["uid"]
    with pytest.raises(ApiStatusError) as refused:
        await kube.create(config_maps(namespace), config_map("twice"))
    assert (refused.value.status, refused.value.already_exists) == (409, True)


@pytest.mark.cluster
async def test_a_patch_is_done_whole_or_not_at_all(kube: KubeClient, namespace: str) -> None:
    made = await kube.create(config_maps(namespace), config_map("patched") | {"data": {"a": "1"}})
    path = f"{config_maps(namespace)}/patched"
    add = {"op": "add", "path": "/data/b", "value": "2"}
    patched = await kube.patch(path, [_same(made["metadata"]["uid"]), add], field_manager="test")
    assert patched["data"] == {"a": "1", "b": "2"}
    assert "test" in {entry["manager"] for entry in patched["metadata"]["managedFields"]}
    with pytest.raises(ApiStatusError):
        await kube.patch(path, [_same("of-another"), add | {"path": "/data/c"}], field_manager="test")
    assert "c" not in (await kube.get(path))["data"]


def _same(uid: str) -> dict[str, str]:
    return {"op": "test", "path": "/metadata/uid", "value": uid}


@pytest.mark.cluster
async def test_lists_are_read_in_pages_and_bounded(kube: KubeClient, namespace: str) -> None:
    run = secrets.token_hex(4)
    for number in range(5):
        labelled = config_map(f"page-{run}-{number}")
        labelled["metadata"] = {"name": f"page-{run}-{number}", "labels": {"run": run}}
        await kube.create(config_maps(namespace), labelled)
    everything = await kube.list(config_maps(namespace), limit=2, labelSelector=f"run={run}")
    assert len(everything) == 5
    assert len(await kube.list(config_maps(namespace), limit=2, pages=2, labelSelector=f"run={run}")) == 4
    assert await kube.list(config_maps(namespace), labelSelector="run=nobody") == []


@pytest.mark.cluster
async def test_a_wrong_token_is_forbidden(cluster: Cluster, kube: KubeClient, tmp_path: Path) -> None:
    text = cluster.kubeconfig.read_text()
    token = json.loads(cluster.run_kubectl("config", "view", "--raw", "-o", "json"))["users"][0]["user"].get("token")
    if not token:
        pytest.skip("this cluster's administrator has no token")
    (tmp_path / "config").write_text(text.replace(token, "wrong"))
    async with await connect(tmp_path / "config") as stranger:
        with pytest.raises(ApiStatusError) as refused:
            await stranger.get(paths.collection("Pod"))
    assert (refused.value.status, refused.value.forbidden) == (401, True)


@pytest.mark.cluster
async def test_a_name_cannot_leave_its_place_in_a_path(kube: KubeClient, namespace: str) -> None:
    for name in ("../../kube-system", "a/../../secrets/x", "a?watch=true", "a#b", "a%2f.."):
        with pytest.raises(ApiStatusError):
            await kube.get(paths.item("Pod", namespace, name))


OF_ADD_ONS = frozenset(
    {
        "argoproj.io",
        "cilium.io",
        "crd.projectcalico.org",
        "gateway.networking.k8s.io",
        "helm.toolkit.fluxcd.io",
        "kustomize.toolkit.fluxcd.io",
        "metrics.k8s.io",
        "policy.networking.k8s.io",
    }
)
"""Groups of what is no part of Kubernetes."""


@pytest.mark.cluster
async def test_every_kind_that_casebook_reads_is_where_it_looks(kube: KubeClient, namespace: str) -> None:
    of_add_ons = {kind for kind in paths.KINDS if paths.collection(kind).split("/")[2] in OF_ADD_ONS}
    for kind in {*paths.KINDS} - of_add_ons:
        await kube.list(paths.collection(kind, namespace), limit=1, pages=1)


@pytest.fixture
def closed_port() -> Iterator[int]:
    with nobody_listens() as port:
        yield port


async def test_a_server_that_is_down_may_come_back(tmp_path: Path, closed_port: int) -> None:
    async with await connect(kubeconfig(tmp_path / "c", f"http://127.0.0.1:{closed_port}")) as kube:
        with pytest.raises(ClusterUnavailableError, match="cannot be reached") as told:
            await kube.get("/version")
    assert told.value.retryable


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_busy_and_broken_servers_may_come_back(tmp_path: Path, status: int) -> None:
    with pytest.raises(ClusterUnavailableError, match=str(status)):
        await _answered(tmp_path, web.Response(status=status, text="<html>busy</html>"))


@pytest.mark.parametrize(
    ("told", "seconds"), [("1", 1.0), ("17", 17.0), ("", 0.0), ("-1", 0.0), ("²", 0.0), ("Mon, 23 Nov", 0.0)]
)
async def test_how_long_a_busy_server_wants_to_be_left_alone(tmp_path: Path, told: str, seconds: float) -> None:
    """As client-go: in whole seconds, or not at all."""
    with pytest.raises(ClusterUnavailableError) as busy:
        await _answered(tmp_path, web.Response(status=429, headers={"Retry-After": told}))
    assert busy.value.retry_after == seconds


@pytest.mark.parametrize("content", [b"", b"<html>", b"[1]", b'{"kind": "Pod"'])
async def test_an_answer_that_is_no_object_may_pass(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ClusterUnavailableError, match="no JSON"):
        await _answered(tmp_path, web.Response(body=content))


@pytest.mark.parametrize("content", [b"", b"<html>no</html>", b'"no"', b'{"reason": null}'])
async def test_a_refusal_by_a_proxy_in_between_is_a_refusal(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ApiStatusError) as refused:
        await _answered(tmp_path, web.Response(status=403, body=content))
    assert refused.value.forbidden


@pytest.fixture
def netrc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's passwords for whatever runs on this machine."""
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login somebody password of-another-service\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))


@pytest.mark.usefixtures("netrc")
async def test_passwords_of_other_services_are_not_sent(tmp_path: Path) -> None:
    sent: list[str | None] = []

    async def answer(request: web.Request) -> web.Response:
        sent.append(request.headers.get("Authorization"))
        return web.json_response({})

    app = web.Application()
    app.router.add_get("/version", answer)
    async with TestServer(app) as server:
        by_certificate = kubeconfig(tmp_path / "c", str(server.make_url("")))
        by_certificate.write_text(by_certificate.read_text().replace("token: t", "{}"))
        async with await connect(by_certificate) as kube:
            await kube.get("/version")
    assert sent == [None]


async def test_a_proxy_of_the_environment_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(str(request.url))
        return web.json_response({})

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    async with TestServer(app) as proxy:
        monkeypatch.setenv("http_proxy", str(proxy.make_url("")))
        monkeypatch.delenv("no_proxy", raising=False)
        async with await connect(kubeconfig(tmp_path / "c", "http://api.invalid")) as kube:
            await kube.get("/version")
    assert asked == ["http://api.invalid/version"]


async def _answered(folder: Path, response: web.Response) -> None:
    async def answer(_: web.Request) -> web.Response:
        return response

    async with serving(folder, answer) as kube:
        await kube.get("/version")


ROOM, FAT = 80_000, 14_000
"""What is read at most here, and characters of an Event."""


class FatEvents:
    """A server with as many Events of :data:`FAT` characters as one asks for, which counts what it was asked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.limits: list[int] = []

    async def answer(self, request: web.Request) -> web.Response:
        limit, first = int(request.query["limit"]), int(request.query.get("continue", 0))
        self.limits.append(limit)
        items = [{"message": "x" * FAT} for _ in range(min(limit, self.number - first))]
        left = str(first + limit) if first + limit < self.number else ""
        return web.json_response({"items": items, "metadata": {"continue": left}})


@asynccontextmanager
async def serving(
    folder: Path, answer: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> AsyncIterator[KubeClient]:
    """The client of a server that answers whatever is read with this."""
    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    async with (
        TestServer(app) as running,
        await connect(kubeconfig(folder / "c", str(running.make_url("")))) as kube,
    ):
        yield kube


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "ANSWER_BYTES", ROOM)


@pytest.mark.usefixtures("small")
async def test_a_page_that_is_too_large_is_read_in_smaller_ones(tmp_path: Path) -> None:
    server = FatEvents(12)
    async with serving(tmp_path, server.answer) as kube:
        assert len(await kube.list("/events", limit=16, pages=3)) == 12
    assert server.limits[:2] == [16, 1]


@pytest.mark.usefixtures("small")
async def test_after_one_that_was_too_large_pages_grow_until_they_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_PAGE_BYTES", 4 * FAT + FAT // 2)
    server = FatEvents(40)
    async with serving(tmp_path, server.answer) as kube:
        assert len(await kube.list("/events", limit=16, pages=10)) == 40
    assert server.limits == [16, 1, 2, *[4] * 10]


@pytest.mark.usefixtures("small")
async def test_a_list_fills_no_memory(tmp_path: Path) -> None:
    server = FatEvents(500)
    async with serving(tmp_path, server.answer) as kube:
        found = await kube.list("/events", limit=100, pages=1)
    assert ROOM <= len(found) * FAT < 2 * ROOM
    assert len(server.limits) < 10


class OneIsFat:
    """A server with three objects, of which the second has so many characters."""

    def __init__(self, size: int) -> None:
        self.size = size

    async def answer(self, request: web.Request) -> web.StreamResponse:
        limit, first = int(request.query["limit"]), int(request.query.get("continue", 0))
        sizes = [10, self.size, 10][first : first + limit]
        left = str(first + limit) if first + limit < 3 else ""
        body = {"items": [{"metadata": {"name": f"o{size}"}, "fat": "x" * size} for size in sizes]}
        return web.json_response(body | {"metadata": {"continue": left}})


@pytest.mark.usefixtures("small")
async def test_one_object_that_is_larger_than_a_page_may_be_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "OBJECT_BYTES", 8 * ROOM)
    async with serving(tmp_path, OneIsFat(6 * ROOM).answer) as kube:
        assert [one["metadata"]["name"] for one in await kube.list("/pods")] == ["o10", f"o{6 * ROOM}", "o10"]


@pytest.mark.usefixtures("small")
async def test_what_no_object_of_kubernetes_has_is_not_read_from_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "OBJECT_BYTES", 8 * ROOM)
    async with serving(tmp_path, OneIsFat(9 * ROOM).answer) as kube:
        with pytest.raises(AnswerTooLargeError):
            await kube.list("/pods")


@pytest.mark.usefixtures("small")
async def test_of_answers_that_are_so_large_one_is_read_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "OBJECT_BYTES", 8 * ROOM)
    reading: list[int] = []
    read, at_once = client._read, Counter[int]()

    async def counted(response: Any, path: str, largest: int) -> bytes:
        at_once[largest] += 1
        reading.append(at_once[8 * ROOM])
        try:
            return await read(response, path, largest)
        finally:
            at_once[largest] -= 1

    monkeypatch.setattr(client, "_read", counted)
    async with serving(tmp_path, OneIsFat(6 * ROOM).answer) as kube:
        await asyncio.gather(*(kube.list("/pods") for _ in range(5)))
    assert max(reading) == 1


async def test_an_answer_that_no_object_has_is_not_read_to_its_end(tmp_path: Path) -> None:
    with pytest.raises(AnswerTooLargeError, match="more than 2 MiB"):
        await _answered(tmp_path, web.Response(body=b"x" * (client.ANSWER_BYTES + 1)))


async def test_who_is_cancelled_while_it_reads_leaves_no_connection_behind(tmp_path: Path) -> None:
    reading, closed = asyncio.Event(), asyncio.Event()

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            for number in count():
                await response.write(b" ")
                if number > 10:
                    reading.set()
                await asyncio.sleep(0.01)
        finally:
            closed.set()
        return response

    async with serving(tmp_path, answer) as kube:
        asked = asyncio.create_task(kube.get("/version"))
        await reading.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        async with asyncio.timeout(PATIENCE):
            await closed.wait()
