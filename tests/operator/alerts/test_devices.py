"""Alerts that name a GPU become notes on its own Investigation, in a real API server."""

import secrets
from collections.abc import AsyncIterator

import pytest

from casebook_analyzer.models import SubjectRef
from casebook_operator.alerts.outcome import AlertOutcome, AlertResult
from casebook_operator.cases.admission import refusal
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, paths
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import Allowed, deployment, investigations, receiver
from tests.operator.builders import node_signal, summary

pytestmark = pytest.mark.cluster

UUID = "GPU-8a5c1111-2222-3333-4444-555566667777"


@pytest.fixture
async def node(kube: KubeClient) -> AsyncIterator[str]:
    name = f"gpus-{secrets.token_hex(3)}"
    await kube.create(paths.collection("Node"), {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}})
    yield name
    await kube._request("DELETE", paths.item("Node", "", name), {})  # type: ignore[arg-type]


async def opened(kube: KubeClient, namespace: str, node: str, device: str) -> Investigation:
    """The Investigation that the operator has for an Xid."""
    store = InvestigationStore(kube)
    about = SubjectRef(kind="Node", name=node, node_name=node, device=device)
    body = manifest(node_signal(device=device), about, key=secrets.token_hex(5), episode=1, namespace=namespace)
    written = await store.write_status(await store.create(body), summary("Open"))
    assert written is not None
    return written


async def send(kube: KubeClient, namespace: str, by: Allowed | None = None, **labels: str) -> AlertResult:
    sent = payload(alert(**{"alertname": "GpuXidError", "namespace": "", "pod": ""} | labels))
    (result,) = (await receiver(kube, namespace).receive(sent, by or Allowed())).results
    return result


async def test_the_alert_of_a_gpu_is_noted_on_its_case_and_not_on_the_first_of_the_node(
    kube: KubeClient, namespace: str, node: str
) -> None:
    await opened(kube, namespace, node, "0000:3b:00")
    second = await opened(kube, namespace, node, "0000:86:00")
    result = await send(kube, namespace, Hostname=node, pci_bus_id="00000000:86:00.0", UUID=UUID, gpu="1")
    assert (result.outcome, result.investigation) == (AlertOutcome.ATTACHED, f"{namespace}/{second.name}")
    (noted,) = (await InvestigationStore(kube).get(namespace, second.name)).alerts
    assert noted.labels == {"Hostname": node, "pci_bus_id": "00000000:86:00.0", "UUID": UUID, "gpu": "1"}


async def test_a_gpu_without_a_case_gets_one_of_its_own_which_other_names_of_it_find(
    kube: KubeClient, namespace: str, node: str
) -> None:
    name, pod = await deployment(kube, namespace)
    await opened(kube, namespace, node, "0000:3b:00")
    used = {"exported_namespace": namespace, "exported_pod": pod, "job": "dcgm-exporter"}
    first = await send(kube, namespace, Hostname=node, pci_bus_id="00000000:86:00.0", UUID=UUID, **used)
    again = await send(kube, namespace, Hostname=node, UUID=UUID, alertname="GpuHot")
    assert (first.outcome, again.outcome) == (AlertOutcome.OPENED, AlertOutcome.ATTACHED)
    assert first.investigation == again.investigation
    _, case = await investigations(kube, namespace, node)
    assert (case.subject.device, len(case.alerts)) == ("0000:86:00", 2)
    assert f"{namespace}/{case.name}" == first.investigation
    assert refusal(case, Scope(ClusterSettings(namespace=namespace))) == ""
    assert await investigations(kube, namespace, name) == []


async def test_who_may_open_only_where_the_pod_is_has_the_alert_of_its_gpu_there(
    kube: KubeClient, namespace: str, node: str
) -> None:
    name, pod = await deployment(kube, namespace)
    used = {"exported_namespace": namespace, "exported_pod": pod, "job": "dcgm-exporter"}
    sent = payload(alert(alertname="GpuXidError", namespace="", pod="", Hostname=node, gpu="0", **used))
    (result,) = (await receiver(kube, "casebook").receive(sent, Allowed(namespace))).results
    assert result.outcome is AlertOutcome.OPENED
    assert len(await investigations(kube, namespace, name)) == 1
