"""From a notification to a report and back: with the whole operator, on a real API server and a real database."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from casebook_operator.investigation import Investigation
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient
from casebook_operator.settings import CaseSettings, ClusterSettings, EvidenceSettings, Settings
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import Allowed, deployment, investigations, receiver
from tests.operator.builders import T0
from tests.operator.working import working
from tests.patience import PATIENCE

pytestmark = pytest.mark.cluster


def settings(namespace: str, directory: Path) -> Settings:
    return Settings(
        cluster=ClusterSettings(name="test", namespace=namespace),
        cases=CaseSettings(stable_seconds=2, sweep_seconds=0.2),
        evidence=EvidenceSettings(spool=directory / "spool", redaction_key=directory / "key"),
    )


async def reaches(kube: KubeClient, case: Investigation, state: str, alerts: int) -> Investigation:
    store = InvestigationStore(kube)
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await store.get(case.namespace, case.name)
            if found.state == state and len(found.status.get("alerts") or ()) == alerts:
                return found
            await asyncio.sleep(0.1)


async def test_an_alert_is_investigated_told_in_the_report_and_its_end_closes_the_case(
    kube: KubeClient, namespace: str, dsn: str, tmp_path: Path
) -> None:
    name, _ = await deployment(kube, namespace)
    now = (datetime.now(UTC) - T0).total_seconds()
    taker, anybody = receiver(kube, namespace), Allowed()
    latency = {"namespace": namespace, "deployment": name, "pod": "", "starts": now - 60}
    errors = latency | {"alertname": "ErrorRate"}
    async with working(kube, settings(namespace, tmp_path), dsn) as memory:
        await taker.receive(payload(alert(**latency, summary="p99 is <b>above</b> 2 s")), anybody)
        (case,) = await investigations(kube, namespace, name)
        opened = await reaches(kube, case, "Open", 1)
        incident = await memory.by_id(case.uid)
        assert incident is not None
        assert "### Alerts" in incident.report
        assert "p99 is" in incident.report
        await taker.receive(payload(alert(**errors)), anybody)
        both = await reaches(kube, opened, "Open", 2)
        assert [one["name"] for one in both.status["alerts"]] == ["HighLatency", "ErrorRate"]
        over = payload(alert(**latency, ends=now - 10), alert(**errors, ends=now - 10))
        await taker.receive(over, anybody)
        ended = await reaches(kube, both, "Open", 2)
        assert ended.alerts[0].ends_at == T0 + timedelta(seconds=int(now - 10))
        await kube._request("DELETE", f"/apis/apps/v1/namespaces/{namespace}/deployments/{name}", {})  # type: ignore[arg-type]
        await reaches(kube, both, "Resolved", 2)
    assert len(await investigations(kube, namespace, name)) == 1
