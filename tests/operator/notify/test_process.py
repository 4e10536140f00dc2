"""The process on a real API server: what fails is told, and a restart repeats nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from casebook_analyzer.models import Severity, SubjectRef
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.investigation.manifest import manifest
from casebook_operator.investigation.names import KIND, report_url
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.kube.status_patch import patch_status
from casebook_operator.notify import run as notifying
from casebook_operator.notify.courier import Courier
from casebook_operator.notify.notifier import Notifier
from casebook_operator.notify.targets import read_targets
from casebook_operator.notify.texts import MessageWriter, read_texts
from casebook_operator.notify.told_store import ToldStore
from casebook_operator.notify_settings import NotifySettings, QuietSettings
from casebook_operator.settings import ClusterSettings, HttpSettings, ReportSettings, Settings, WatchSettings
from e2e.cluster import Cluster
from tests.operator.builders import rfc, signal, summary
from tests.operator.notify.hook import Hook, hooked
from tests.operator.waiting import until

pytestmark = pytest.mark.cluster
URL = "https://casebook.example.com"


@asynccontextmanager
async def notifying_to(hook: Hook, cluster: Cluster, namespace: str, folder: Path) -> AsyncIterator[None]:
    settings = Settings(
        cluster=ClusterSettings(namespace=namespace, kubeconfig=cluster.kubeconfig),
        watch=WatchSettings(namespaces=(namespace,), nodes=False, taxonomies=False),
        http=HttpSettings(port=0),
        reports=ReportSettings(external_url=URL),
        notify=NotifySettings(urls=hook.told_in(folder / "urls"), settle_seconds=0, port=0),
    )
    stop = asyncio.Event()
    running = asyncio.create_task(notifying.tell_until(stop, settings))
    try:
        yield
    finally:
        stop.set()
        await running


async def opened(kube: KubeClient, namespace: str, name: str) -> Object:
    about = SubjectRef(kind="Deployment", namespace=namespace, name=name)
    body = manifest(signal(severity=Severity.WARNING), about, key=f"{name}key", episode=1, namespace=namespace)
    return await kube.create(paths.collection(KIND, namespace), body)


async def said(kube: KubeClient, case: Object, status: Object) -> None:
    path = paths.item(KIND, case["metadata"]["namespace"], case["metadata"]["name"])
    changes = [{"op": "add", "path": f"/status/{name}", "value": value} for name, value in status.items()]
    assert await patch_status(kube, path, case["metadata"]["uid"], changes, field_manager="test")


async def test_what_fails_is_told_once_and_its_end_after_a_restart(
    kube: KubeClient, cluster: Cluster, namespace: str, tmp_path: Path
) -> None:
    async with hooked() as hook:
        async with notifying_to(hook, cluster, namespace, tmp_path):
            case = await opened(kube, namespace, "checkout")
            hostile = {"category": "config_error", "summary": "<!channel> it wants DATABASE_URL"}
            await said(kube, case, summary("Open") | hostile)
            await until(lambda: hook.taken)
            assert hook.titles == [f"Warning: Deployment/{namespace}/checkout"]
            assert report_url(URL, namespace, case["metadata"]["name"]) in hook.taken[0]["message"]
            assert "<!channel>" not in hook.taken[0]["message"]
        await said(kube, case, {"occurrences": 5})
        another = await opened(kube, namespace, "cart")
        async with notifying_to(hook, cluster, namespace, tmp_path):
            await said(kube, another, summary("Open") | {"category": "unknown"})
            await until(lambda: len(hook.taken) == 2)
            ended = {"kind": "ConfigChanged", "summary": "it was set", "resolvedTime": rfc(60), "secondsToResolve": 60}
            await said(kube, case, summary("Resolved") | {"resolution": ended})
            await until(lambda: len(hook.taken) == 3)
        assert hook.titles[1:] == [f"Warning: Deployment/{namespace}/cart", f"Over: Deployment/{namespace}/checkout"]


async def test_a_message_waits_for_the_end_of_quiet_hours_and_is_sent_then_also_after_a_restart(
    kube: KubeClient, namespace: str, tmp_path: Path
) -> None:
    quiet = NotifySettings(settle_seconds=0, quiet=QuietSettings(begins="22:00", ends="07:00"))
    now = datetime(2026, 11, 27, 23, 0, tzinfo=UTC)
    store = ToldStore(kube, namespace, "casebook-quiet")

    def body(name: str, severity: Severity) -> Object:
        about = SubjectRef(kind="Deployment", namespace=namespace, name=name)
        made = manifest(signal(severity=severity), about, key=f"{name}key", episode=1, namespace=namespace)
        made["metadata"] |= {"uid": name, "creationTimestamp": "2026-11-27T22:59:00Z"}
        return made | {"status": summary("Open") | {"category": "unknown"}}

    async def notifier(courier: Courier) -> Notifier:
        writer = MessageWriter(read_texts(None), URL, SECRETS_AND_EMAILS)
        found = Notifier(await store.read(now), store, courier, writer, quiet, clock=lambda: now)
        for name in ("cart", "checkout"):
            found.investigation(body(name, Severity.WARNING), deleted=False)
        return found

    async with hooked() as hook:
        path, stop = hook.told_in(tmp_path / "urls"), asyncio.Event()
        courier = Courier(lambda: read_targets(path, SECRETS_AND_EMAILS))
        night = await notifier(courier)
        night.investigation(body("ledger", Severity.CRITICAL), deleted=False)
        await night.tell(stop)
        assert hook.titles == [f"Critical: Deployment/{namespace}/ledger"]
        now = datetime(2026, 11, 28, 6, 59, 59, tzinfo=UTC)
        morning = await notifier(courier)  # a node was drained at night
        await morning.tell(stop)
        assert len(hook.taken) == 1
        now = datetime(2026, 11, 28, 7, 0, tzinfo=UTC)
        hook.answers = [503]
        await morning.tell(stop)  # nobody takes it: it stays due
        assert len(hook.taken) == 1
        now = datetime(2026, 11, 28, 7, 5, tzinfo=UTC)
        again = await notifier(courier)  # killed there: what was kept back at night is told in one message all the same
        await again.tell(stop)
        await again.tell(stop)
        assert hook.titles[1:] == ["2 Investigations: 2 failed"]
        assert all(
            f"Warning: Deployment/{namespace}/{name}" in hook.taken[1]["message"] for name in ("cart", "checkout")
        )
        later = await notifier(courier)
        await later.tell(stop)
        assert len(hook.taken) == 2
        await courier.close()
