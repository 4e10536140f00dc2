"""Alerts become Investigations in a real API server: one for each subject, however often they are sent."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Severity, Trigger
from casebook_operator.alerts.outcome import AlertOutcome, Receipt
from casebook_operator.cases import ceiling
from casebook_operator.cases.admission import refusal
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, Object, connect, paths
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings
from e2e.cluster import Cluster
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import Allowed, deployment, investigations, receiver
from tests.operator.builders import at, signal, subject, summary
from tests.operator.clusters import paper_node

pytestmark = pytest.mark.cluster

ANYWHERE = Allowed()


def outcomes(*receipts: Receipt) -> Counter[str]:
    return Counter(result.outcome for receipt in receipts for result in receipt.results)


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    with paper_node(cluster, "alerted") as name:
        yield name


async def opened_by_signal(kube: KubeClient, namespace: str, name: str, **status: Any) -> Investigation:
    """The Investigation that the operator has for a crash loop of a Deployment."""
    store = InvestigationStore(kube)
    own = await kube.get(paths.item("Deployment", namespace, name))
    about = subject(namespace=namespace, name=name, uid=own["metadata"]["uid"])
    case = await store.create(manifest(signal(), about, key=secrets.token_hex(5), episode=1, namespace=namespace))
    written = await store.write_status(case, summary("Open") | {"occurrences": 3} | status)
    assert written is not None
    return written


async def close(kube: KubeClient, case: Investigation, recovered: datetime) -> None:
    resolution = {"kind": "RecoveredByItself", "resolvedTime": to_rfc3339(recovered), "secondsToResolve": 1}
    await InvestigationStore(kube).write_status(case, summary("Resolved") | {"resolution": resolution})


async def test_an_alert_about_a_pod_opens_an_investigation_of_its_workload(kube: KubeClient, namespace: str) -> None:
    name, pod = await deployment(kube, namespace)
    sent = alert(namespace=namespace, pod=pod, container="app", summary="The 99th percentile is above 2 s.")
    receipt = await receiver(kube, namespace).receive(payload(sent), ANYWHERE)
    (case,) = await investigations(kube, namespace, name)
    (result,) = receipt.results
    assert (result.outcome, result.investigation) == (AlertOutcome.OPENED, f"{namespace}/{case.name}")
    assert (case.subject.kind, case.subject.container, case.episode) == ("Deployment", "app", 1)
    assert (case.signal.trigger, case.signal.failure_class) == (Trigger.ALERT, "Alert")
    assert (case.signal.reason, case.signal.severity) == ("HighLatency", Severity.CRITICAL)
    assert case.signal.message == "The 99th percentile is above 2 s."
    assert case.signal.occurred_at == at()
    assert (case.signal.origin.kind, case.signal.origin.name) == ("Pod", pod)
    assert refusal(case, Scope(ClusterSettings(namespace=namespace))) == ""
    (noted,) = case.alerts
    assert (noted.name, noted.severity, noted.starts_at, noted.ends_at) == ("HighLatency", "critical", at(), None)
    assert noted.labels == {"namespace": namespace, "pod": pod, "container": "app"}


async def test_the_same_alert_from_two_replicas_twenty_times_at_once_is_one_investigation(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    replicas = [receiver(kube, namespace), receiver(kube, namespace)]
    sent = payload(alert(namespace=namespace, pod=pod))
    receipts = await asyncio.gather(*(replicas[n % 2].receive(sent, ANYWHERE) for n in range(20)))
    (case,) = await investigations(kube, namespace, name)
    assert len(case.alerts) == 1
    said = outcomes(*receipts)
    assert said[AlertOutcome.OPENED] == 1
    assert said[AlertOutcome.OPENED] + said[AlertOutcome.ATTACHED] + said[AlertOutcome.DUPLICATE] == 20
    assert {result.investigation for one in receipts for result in one.results} == {f"{namespace}/{case.name}"}


async def test_alerts_of_several_names_about_one_workload_at_once_are_one_investigation_with_all_of_them(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    replicas = [receiver(kube, namespace), receiver(kube, namespace)]
    names = [f"Alert{number}" for number in range(5)]
    about = [{"pod": pod}, {"pod": "", "deployment": name}]
    sent = [payload(alert(namespace=namespace, alertname=one, **about[n % 2])) for n, one in enumerate(names)]
    receipts = await asyncio.gather(*(replicas[n % 2].receive(one, ANYWHERE) for n, one in enumerate(sent)))
    (case,) = await investigations(kube, namespace, name)
    assert sorted(one.name for one in case.alerts) == names
    assert outcomes(*receipts) == {AlertOutcome.OPENED: 1, AlertOutcome.ATTACHED: 4}


async def test_an_alert_is_noted_on_the_investigation_that_a_signal_opened(kube: KubeClient, namespace: str) -> None:
    name, pod = await deployment(kube, namespace)
    case = await opened_by_signal(kube, namespace, name)
    receipt = await receiver(kube, namespace).receive(payload(alert(namespace=namespace, pod=pod)), ANYWHERE)
    assert [(one.outcome, one.investigation) for one in receipt.results] == [
        (AlertOutcome.ATTACHED, f"{namespace}/{case.name}")
    ]
    (same,) = await investigations(kube, namespace, name)
    assert [one.name for one in same.alerts] == ["HighLatency"]
    assert same.occurrences == 3
    assert same.signal == case.signal
    written = await InvestigationStore(kube).write_status(same, {"occurrences": 4})
    assert written is not None
    assert written.alerts == same.alerts


async def test_notes_and_statuses_that_are_written_at_the_same_time_do_not_lose_each_other(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    case = await opened_by_signal(kube, namespace, name)
    store = InvestigationStore(kube)
    sent = [payload(alert(namespace=namespace, pod=pod, alertname=f"Alert{number}")) for number in range(5)]
    notes = [receiver(kube, namespace).receive(one, ANYWHERE) for one in sent]
    await asyncio.gather(*notes, *(store.write_status(case, {"occurrences": 10 + n}) for n in range(10)))
    (same,) = await investigations(kube, namespace, name)
    assert len(same.alerts) == 5
    assert same.occurrences >= 10


async def test_an_alert_that_goes_on_after_its_case_is_over_opens_no_other(kube: KubeClient, namespace: str) -> None:
    name, pod = await deployment(kube, namespace)
    sent = payload(alert(namespace=namespace, pod=pod))
    await receiver(kube, namespace).receive(sent, ANYWHERE)
    (case,) = await investigations(kube, namespace, name)
    await close(kube, case, at(-60))
    again = await receiver(kube, namespace).receive(sent, ANYWHERE)
    assert outcomes(again) == {AlertOutcome.DUPLICATE: 1}
    assert len(await investigations(kube, namespace, name)) == 1


async def test_an_alert_that_began_before_the_recovery_belongs_to_the_case_that_is_over(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    await close(kube, await opened_by_signal(kube, namespace, name), at(300))
    late = payload(alert(namespace=namespace, pod=pod, starts=200))
    assert outcomes(await receiver(kube, namespace).receive(late, ANYWHERE)) == {AlertOutcome.ATTACHED: 1}
    assert len(await investigations(kube, namespace, name)) == 1


async def test_an_alert_that_fires_again_after_the_recovery_opens_the_next_episode(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    taker = receiver(kube, namespace)
    await taker.receive(payload(alert(namespace=namespace, pod=pod)), ANYWHERE)
    (case,) = await investigations(kube, namespace, name)
    await close(kube, case, at(300))
    receipt = await taker.receive(payload(alert(namespace=namespace, pod=pod, starts=600)), ANYWHERE)
    assert outcomes(receipt) == {AlertOutcome.OPENED: 1}
    _, second = await investigations(kube, namespace, name)
    assert (second.episode, second.key) == (2, case.key)


async def test_an_alert_that_ended_is_noted_where_it_was_and_opens_nothing(kube: KubeClient, namespace: str) -> None:
    name, pod = await deployment(kube, namespace)
    taker = receiver(kube, namespace)
    ended = payload(alert(namespace=namespace, pod=pod, ends=90))
    assert outcomes(await taker.receive(ended, ANYWHERE)) == {AlertOutcome.RESOLVED: 1}
    assert await investigations(kube, namespace, name) == []
    await taker.receive(payload(alert(namespace=namespace, pod=pod)), ANYWHERE)
    assert outcomes(await receiver(kube, namespace).receive(ended, ANYWHERE)) == {AlertOutcome.ATTACHED: 1}
    (case,) = await investigations(kube, namespace, name)
    assert [one.ends_at for one in case.alerts] == [at(90)]


async def test_an_alert_about_a_node_opens_an_investigation_in_casebooks_namespace(
    kube: KubeClient, namespace: str, node: str
) -> None:
    sent = payload(alert(alertname="KubeNodeNotReady", namespace="", pod="", node=node))
    assert outcomes(await receiver(kube, namespace).receive(sent, ANYWHERE)) == {AlertOutcome.OPENED: 1}
    (case,) = await investigations(kube, namespace, node)
    assert (case.subject.kind, case.subject.namespace, case.namespace) == ("Node", "", namespace)
    assert refusal(case, Scope(ClusterSettings(namespace=namespace))) == ""


async def test_an_alert_of_a_node_exporter_is_about_the_node_that_it_runs_on(
    kube: KubeClient, namespace: str, node: str
) -> None:
    pod = {"nodeName": node, "containers": [{"name": "exporter", "image": "none"}]}
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "node-exporter-x7"}, "spec": pod}
    await kube.create(paths.collection("Pod", namespace), body)
    labels = {"job": "node-exporter", "instance": "10.0.0.1:9100", "pod": "node-exporter-x7"}
    sent = payload(alert(alertname="NodeFilesystemSpaceFillingUp", namespace=namespace, **labels))
    assert outcomes(await receiver(kube, namespace).receive(sent, ANYWHERE)) == {AlertOutcome.OPENED: 1}
    assert len(await investigations(kube, namespace, node)) == 1


async def test_what_is_not_there_is_told_and_opens_nothing(kube: KubeClient, namespace: str) -> None:
    sent = payload(
        alert(namespace=namespace, pod="gone-5d9f-abcde"),
        alert(alertname="DiskFailing", namespace="", pod="", instance="no-node-of-ours:9100"),
        alert(alertname="Watchdog", namespace="", pod=""),
        alert(alertname="CasebookInvestigationOpen", namespace=namespace, pod="", investigation="x-1"),
    )
    receipt = await receiver(kube, namespace).receive(sent, ANYWHERE)
    said = [result.outcome for result in receipt.results]
    assert said == [AlertOutcome.MISSING, AlertOutcome.UNMAPPED, AlertOutcome.UNMAPPED, AlertOutcome.OWN]
    assert f"There is no Pod/{namespace}/gone-5d9f-abcde." in receipt.results[0].message
    assert "keep these labels" in receipt.results[2].message
    assert receipt.status == 200


async def test_who_may_not_open_investigations_in_the_namespace_opens_none_there(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    taker, stranger = receiver(kube, namespace), Allowed("elsewhere")
    receipt = await taker.receive(payload(alert(namespace=namespace, pod=pod)), stranger)
    assert outcomes(receipt) == {AlertOutcome.FORBIDDEN: 1}
    assert receipt.status == 403
    assert f"in the namespace {namespace}" in receipt.results[0].message
    assert await investigations(kube, namespace, name) == []


async def test_what_one_may_see_is_not_told_to_another(kube: KubeClient, namespace: str) -> None:
    """The answer to the same alert is remembered, and asked for again by somebody else."""
    _, pod = await deployment(kube, namespace)
    taker, sent = receiver(kube, namespace), payload(alert(namespace=namespace, pod=pod))
    await taker.receive(sent, ANYWHERE)
    assert outcomes(await taker.receive(sent, Allowed("elsewhere"))) == {AlertOutcome.FORBIDDEN: 1}


async def test_more_than_may_be_opened_is_sent_again_and_what_was_opened_is_a_duplicate_then(
    kube: KubeClient, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ceiling, "RESERVED", 0)
    (one, first), (other, second) = [await deployment(kube, namespace) for _ in range(2)]
    taker = receiver(kube, namespace, ceiling=1)
    sent = payload(alert(namespace=namespace, pod=first), alert(namespace=namespace, pod=second))
    receipt = await taker.receive(sent, ANYWHERE)
    assert outcomes(receipt) == {AlertOutcome.OPENED: 1, AlertOutcome.CAPPED: 1}
    assert receipt.status == 503
    assert outcomes(await taker.receive(sent, ANYWHERE)) == {AlertOutcome.DUPLICATE: 1, AlertOutcome.CAPPED: 1}
    assert len(await investigations(kube, namespace, one)) == 1
    assert await investigations(kube, namespace, other) == []


async def test_secrets_and_control_characters_of_an_alert_reach_no_investigation(
    kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    hostile = "\x1b[31m<script>alert(1)</script> {{7*7}} \u202epassword=hunter2hunter2\nsecond line"
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    sent = alert(namespace=namespace, pod=pod, summary=hostile, team=token, alertname="Odd\x1b]0;x\x07")
    await receiver(kube, namespace).receive(payload(sent), ANYWHERE)
    body: Object = (await kube.list(paths.collection("Investigation", namespace)))[-1]
    (case,) = await investigations(kube, namespace, name)
    assert "hunter2" not in str(body)
    assert token not in str(await kube.list(paths.collection("Investigation", namespace)))
    assert case.signal.reason == "Odd"
    assert case.alerts[0].summary.startswith("<script>alert(1)</script> {{7*7}} password=")
    assert "\x1b" not in case.signal.message + case.alerts[0].summary
    assert "\u202e" not in case.signal.message + case.alerts[0].summary


async def test_times_that_cannot_be_are_now(kube: KubeClient, namespace: str) -> None:
    name, pod = await deployment(kube, namespace)
    (never, ahead) = ("0001-01-01T00:00:00Z", to_rfc3339(datetime.now(UTC) + timedelta(days=400)))
    sent = [alert(namespace=namespace, pod=pod, starts=one, alertname=f"At{n}") for n, one in enumerate((never, ahead))]
    await receiver(kube, namespace).receive(payload(*sent), ANYWHERE)
    (case,) = await investigations(kube, namespace, name)
    assert all(datetime.now(UTC) - one.starts_at < timedelta(minutes=5) for one in case.alerts)


async def test_an_api_server_that_is_away_is_an_error_that_may_pass(cluster: Cluster, namespace: str) -> None:
    async with await connect(cluster.kubeconfig) as away:
        away._api.configuration.host = "https://127.0.0.1:1"
        with pytest.raises(ClusterUnavailableError):
            await receiver(away, namespace).receive(payload(alert(namespace=namespace)), ANYWHERE)
