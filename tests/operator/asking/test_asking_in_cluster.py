"""A question that is asked of a real API server with the rights of whoever asks, and how one waits for its answer."""

import asyncio
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity
from casebook_operator.asking.following import Stage, answered
from casebook_operator.asking.question import ask
from casebook_operator.investigation import parse
from casebook_operator.kube import KubeClient, Object, connect, paths
from casebook_operator.kube.objects import name_of, uid_of
from e2e.cluster import Cluster
from tests.operator.builders import rfc

pytestmark = pytest.mark.cluster

ACCOUNT = "asker"


@pytest.fixture(scope="module")
def service(cluster: Cluster, namespace: str) -> Entity:
    """Something that can be asked about, and that needs neither a node nor a controller."""
    cluster.run_kubectl("create", "service", "clusterip", "web", "--tcp=80", "-n", namespace)
    return Entity(kind="Service", namespace=namespace, name="web")


async def say(kube: KubeClient, asked: Object, state: str, message: str = "", **status: object) -> None:
    """Write a status as the operator does."""
    now = rfc()
    condition = {"type": "Succeeded", "status": "True", "reason": state, "message": message, "lastTransitionTime": now}
    told = {"observedGeneration": 1, "conditions": [condition], "state": state, **status}
    path = paths.item("Investigation", asked["metadata"]["namespace"], name_of(asked))
    operations = [{"op": "add", "path": "/status", "value": told}]
    await kube.patch(f"{path}/status", operations, field_manager="test")


async def test_each_question_is_an_investigation_of_its_own(kube: KubeClient, service: Entity, namespace: str) -> None:
    first, second = [await ask(kube, service, namespace=namespace, container="app") for _ in range(2)]
    assert name_of(first) != name_of(second)
    assert name_of(first).startswith("web-asked-")
    spec = parse(first)
    assert (spec.signal.trigger, str(spec.subject), spec.subject.container) == ("Manual", str(service), "app")


async def test_an_answer_is_waited_for_through_all_its_stages(
    kube: KubeClient, service: Entity, namespace: str
) -> None:
    asked = await ask(kube, service, namespace=namespace)
    stages: asyncio.Queue[Stage] = asyncio.Queue()
    waiting = asyncio.create_task(answered(kube, asked, seconds=60, tell=stages.put_nowait))
    assert await stages.get() is Stage.UNSEEN
    await say(kube, asked, "Waiting")
    assert await stages.get() is Stage.WAITING
    await say(kube, asked, "Investigating")
    assert await stages.get() is Stage.LOOKING
    await say(kube, asked, "Answered", "Nothing wrong was found", summary="Nothing wrong was found in 2 logs.")
    body = await waiting
    assert body is not None
    assert parse(body).resolved
    assert "category" not in parse(body).status


async def test_a_refusal_is_an_error_with_its_reason(kube: KubeClient, service: Entity, namespace: str) -> None:
    asked = await ask(kube, service, namespace=namespace)
    await say(kube, asked, "Failed", "The namespace is outside.")
    with pytest.raises(ConfigurationError, match=r"refuses to look into it: The namespace is outside\."):
        await answered(kube, asked, seconds=60, tell=lambda _: None)


async def test_what_was_deleted_has_no_answer(kube: KubeClient, service: Entity, namespace: str) -> None:
    asked = await ask(kube, service, namespace=namespace)
    await kube.delete(paths.item("Investigation", namespace, name_of(asked)), uid=uid_of(asked))
    with pytest.raises(ConfigurationError, match="deleted before it had an answer"):
        await answered(kube, asked, seconds=60, tell=lambda _: None)


async def test_without_an_operator_nobody_has_an_answer(kube: KubeClient, service: Entity, namespace: str) -> None:
    asked = await ask(kube, service, namespace=namespace)
    told: list[Stage] = []
    assert await answered(kube, asked, seconds=1, tell=told.append) is None
    assert told == [Stage.UNSEEN]


@pytest.mark.parametrize(
    ("subject", "says"),
    [
        (Entity(kind="Service", name="gone"), "There is no Service gone in the namespace"),
        (Entity(kind="Secret", name="web"), "A Secret cannot be asked about"),
    ],
)
async def test_what_cannot_be_asked_about_is_said(kube: KubeClient, namespace: str, subject: Entity, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        await ask(kube, Entity(kind=subject.kind, namespace=namespace, name=subject.name), namespace=namespace)


async def test_who_may_not_create_investigations_is_told_who_may(
    cluster: Cluster, service: Entity, namespace: str, tmp_path: Path
) -> None:
    cluster.run_kubectl("create", "serviceaccount", ACCOUNT, "-n", namespace)
    kubeconfig = tmp_path / "asker"
    cluster.service_account_kubeconfig(namespace, ACCOUNT, kubeconfig)
    async with await connect(kubeconfig) as asker:
        with pytest.raises(ConfigurationError, match=f"You may not create Investigations in the namespace {namespace}"):
            await ask(asker, service, namespace=namespace)
