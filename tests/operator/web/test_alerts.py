"""Alertmanager's webhook, through the whole application: who may send, what is taken, and what a storm costs."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_operator.alerts import metrics, notification_queue
from casebook_operator.alerts.payload import MAX_BYTES
from casebook_operator.kube import KubeClient, connect
from casebook_operator.settings import Settings
from casebook_operator.web import alerts as alerts_module
from casebook_operator.web import body as body_module
from casebook_operator.web.app import make_app
from e2e.cluster import Cluster
from tests.operator.alerts.builders import alert, body
from tests.operator.alerts.objects import deployment, investigations
from tests.operator.clusters import cluster, kube, namespace
from tests.operator.fakes import FakeKube
from tests.patience import PATIENCE

__all__ = ["cluster", "kube", "namespace"]

SECRET = "a-secret-of-this-test"
JSON = {"Content-Type": "application/json"}
NO_MEMORY = cast("Memory", None)


@asynccontextmanager
async def web(settings: Settings, kube: KubeClient | None) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(make_app(NO_MEMORY, settings, kube))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081", timeout=PATIENCE) as client:
        yield client


def bearer(token: str) -> dict[str, str]:
    return JSON | {"Authorization": f"Bearer {token}"}


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret"
    file.write_text(SECRET + "\n")
    return file


@pytest.fixture
async def unheard(secret: Path) -> AsyncIterator[httpx.AsyncClient]:
    """An application whose cluster knows no object."""
    settings = Settings.model_validate({"alerts": {"secret_file": secret}})
    async with web(settings, cast("KubeClient", FakeKube())) as client:
        yield client


def write(file: Path, text: str) -> None:
    file.write_text(text)


async def post(client: httpx.AsyncClient, content: Any, token: str = SECRET, **headers: str) -> httpx.Response:
    return await client.post(alerts_module.PATH, content=content, headers=bearer(token) | headers)


async def test_the_answer_tells_of_each_alert_what_became_of_it(unheard: httpx.AsyncClient) -> None:
    answer = await post(unheard, body(alert(pod="", namespace=""), alert(), truncatedAlerts=7))
    assert answer.status_code == 200
    said = answer.json()
    assert [(one["alert"], one["outcome"]) for one in said["results"]] == [
        ("HighLatency", "unmapped"),
        ("HighLatency", "missing"),
    ]
    assert said["leftOut"] == 7


async def test_nobody_sends_alerts_without_being_known_and_nothing_of_them_is_read(unheard: httpx.AsyncClient) -> None:
    read = False

    async def never() -> AsyncIterator[bytes]:
        nonlocal read
        read = True
        yield body(alert())

    for headers in (JSON, JSON | {"Authorization": f"Bearer {SECRET}x"}, JSON | {"Authorization": f"Basic {SECRET}"}):
        answer = await unheard.post(alerts_module.PATH, content=never(), headers=headers)
        assert answer.status_code == 401
        assert "CASEBOOK_ALERTS__SECRET_FILE" in answer.json()["error"]
    assert not read


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"", 400, "no notification of Alertmanager"),
        (b'{"version":"3"}', 400, "Version '3'"),
        (b'{"version":"4","alerts":' + b"[" * 100_000, 400, "no notification of Alertmanager"),
        (b"x" * (MAX_BYTES + 1), 413, "max_alerts"),
    ],
    ids=["nothing", "an old version", "a deep hole", "a flood"],
)
async def test_what_cannot_be_read_is_refused_for_good_with_what_is_wrong(
    unheard: httpx.AsyncClient, content: bytes, status: int, said: str
) -> None:
    answer = await post(unheard, content)
    assert (answer.status_code, said in answer.json()["error"]) == (status, True)


async def raw(client: httpx.AsyncClient, receive: Callable[[], Awaitable[dict[str, Any]]]) -> int:
    """The status of a request whose body comes as a server would hand it over: httpx's transport gathers it first."""
    codes: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            codes.append(message["status"])

    headers = [(name.lower().encode(), value.encode()) for name, value in bearer(SECRET).items()]
    scope = {
        "type": "http",
        "method": "POST",
        "path": alerts_module.PATH,
        "query_string": b"",
        "headers": [*headers, (b"host", b"localhost")],
    }
    await cast("Any", client._transport).app(scope, receive, send)
    (code,) = codes
    return code


async def test_a_body_without_a_length_is_read_no_further_than_its_bound(unheard: httpx.AsyncClient) -> None:
    sent = 0

    async def endless() -> dict[str, Any]:
        nonlocal sent
        sent += 64 * 1024
        return {"type": "http.request", "body": b" " * 64 * 1024, "more_body": True}

    assert await raw(unheard, endless) == 413
    assert sent <= MAX_BYTES + 64 * 1024


async def test_bodies_that_do_not_come_give_their_places_back(
    unheard: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_module, "BODY_SECONDS", 0.01)

    async def never() -> dict[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError

    assert set(await asyncio.gather(*(raw(unheard, never) for _ in range(notification_queue.AT_ONCE)))) == {408}
    assert (await post(unheard, body())).status_code == 200


async def test_only_posted_json_is_taken(unheard: httpx.AsyncClient) -> None:
    assert (await unheard.get(alerts_module.PATH, headers=bearer(SECRET))).status_code == 405
    answer = await post(unheard, body(), **{"Content-Type": "text/plain"})
    assert (answer.status_code, "application/json" in answer.json()["error"]) == (415, True)


async def test_a_secret_that_was_replaced_counts_from_the_next_request_on(
    unheard: httpx.AsyncClient, secret: Path
) -> None:
    write(secret, "another-secret-of-this-test")
    assert (await post(unheard, body())).status_code == 401
    assert (await post(unheard, body(), "another-secret-of-this-test")).status_code == 200
    write(secret, "")
    assert (await post(unheard, body(), "another-secret-of-this-test")).status_code == 503


@pytest.mark.parametrize(("content", "said"), [(None, "cannot be read"), ("short", "has 5 characters")])
def test_a_secret_that_is_none_is_told_at_the_start(tmp_path: Path, content: str | None, said: str) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ConfigurationError, match=said):
        make_app(NO_MEMORY, Settings.model_validate({"alerts": {"secret_file": file}}), None)


async def test_whoever_reads_without_being_asked_may_not_send() -> None:
    async with web(Settings(), None) as client:
        answer = await client.post(alerts_module.PATH, content=body(), headers=JSON)
    assert answer.status_code == 401
    assert "CASEBOOK_WEB__TOKENS=true" in answer.json()["error"]


async def test_every_answer_is_counted_and_the_labels_are_bounded(unheard: httpx.AsyncClient) -> None:
    def counted(outcome: str) -> float:
        return metrics.NOTIFICATIONS.labels(outcome=outcome)._value.get()

    before = {outcome: counted(outcome) for outcome in ("accepted", "invalid", "unauthenticated")}
    await post(unheard, body())
    await post(unheard, b"")
    await post(unheard, body(), "somebody")
    assert {outcome: counted(outcome) - count for outcome, count in before.items()} == dict.fromkeys(before, 1)


@pytest.fixture(scope="module")
def other_namespace(cluster: Cluster) -> Iterator[str]:
    name = f"test-{secrets.token_hex(4)}"
    cluster.run_kubectl("create", "namespace", name)
    yield name
    cluster.run_kubectl("delete", "namespace", name, "--wait=false")


@pytest.fixture(scope="module")
def token(cluster: Cluster, namespace: str) -> str:
    """Of an account that may open Investigations in the namespace, and nothing anywhere else."""
    cluster.run_kubectl("create", "serviceaccount", "alertmanager", "-n", namespace)
    role = ("role", "alerts", "--verb=create", "--resource=investigations.casebook.dev", "-n", namespace)
    cluster.run_kubectl("create", *role)
    bound = ("--role=alerts", f"--serviceaccount={namespace}:alertmanager", "-n", namespace)
    cluster.run_kubectl("create", "rolebinding", "alerts", *bound)
    return cluster.run_kubectl("create", "token", "alertmanager", "-n", namespace, "--audience", "casebook").strip()


@pytest.fixture
async def live(kube: KubeClient, namespace: str, secret: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The application in a real cluster, with tokens and a secret."""
    groups: dict[str, Any] = {"web": {"tokens": True}, "alerts": {"secret_file": secret}}
    groups["cluster"] = {"name": "test", "namespace": namespace}
    async with web(Settings.model_validate(groups), kube) as client:
        yield client


@pytest.mark.cluster
async def test_a_token_of_the_cluster_opens_investigations_where_its_account_may(
    live: httpx.AsyncClient, kube: KubeClient, namespace: str, token: str
) -> None:
    name, pod = await deployment(kube, namespace)
    answer = await post(live, body(alert(namespace=namespace, pod=pod)), token)
    (case,) = await investigations(kube, namespace, name)
    assert answer.status_code == 200
    (said,) = answer.json()["results"]
    assert (said["outcome"], said["investigation"]) == ("opened", f"{namespace}/{case.name}")


@pytest.mark.cluster
async def test_the_same_token_is_refused_for_another_namespace_and_for_nodes(
    live: httpx.AsyncClient, kube: KubeClient, namespace: str, other_namespace: str, token: str
) -> None:
    (_, own), (name, pod) = await deployment(kube, namespace), await deployment(kube, other_namespace)
    foreign = alert(namespace=other_namespace, pod=pod)
    answer = await post(live, body(foreign), token)
    assert answer.status_code == 403
    assert f"in the namespace {other_namespace}" in answer.json()["results"][0]["message"]
    mixed = await post(live, body(alert(namespace=namespace, pod=own), foreign), token)
    assert mixed.status_code == 200
    assert [one["outcome"] for one in mixed.json()["results"]] == ["opened", "forbidden"]
    assert await investigations(kube, other_namespace, name) == []


@pytest.mark.cluster
async def test_a_token_that_is_none_and_one_that_is_for_somebody_else_are_refused(
    live: httpx.AsyncClient, cluster: Cluster, namespace: str, token: str
) -> None:
    foreign = cluster.run_kubectl("create", "token", "alertmanager", "-n", namespace, "--audience", "vault").strip()
    for given in ("nonsense", foreign):
        answer = await post(live, body(alert(namespace=namespace)), given)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert "casebook" in answer.json()["error"]


@pytest.mark.cluster
async def test_an_api_server_that_is_away_makes_alertmanager_try_again(
    cluster: Cluster, namespace: str, secret: Path
) -> None:
    settings = Settings.model_validate({"alerts": {"secret_file": secret}})
    async with await connect(cluster.kubeconfig) as away:
        away._api.configuration.host = "https://127.0.0.1:1"
        async with web(settings, away) as client:
            answer = await post(client, body(alert(namespace=namespace)))
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "127.0.0.1" not in answer.text


@pytest.mark.cluster
async def test_a_thousand_notifications_at_once_are_one_investigation_and_bounded_work(
    live: httpx.AsyncClient, kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    sent = body(*(alert(namespace=namespace, pod=pod, alertname=f"Alert{number}") for number in range(3)))
    most = 0

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, int(metrics.WAITING._value.get()))
            await asyncio.sleep(0)

    watching = asyncio.create_task(watch())
    answers = await asyncio.gather(*(post(live, sent) for _ in range(1000)))
    watching.cancel()
    codes = Counter(answer.status_code for answer in answers)
    assert set(codes) == {200, 503}
    assert codes[200] >= notification_queue.AT_ONCE + notification_queue.WAITING
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 503)
    assert 0 < most <= notification_queue.AT_ONCE + notification_queue.WAITING
    (case,) = await investigations(kube, namespace, name)
    assert sorted(one.name for one in case.alerts) == ["Alert0", "Alert1", "Alert2"]
    said = json.loads((await post(live, sent)).content)
    assert {one["outcome"] for one in said["results"]} == {"duplicate"}
    assert metrics.WAITING._value.get() == 0
