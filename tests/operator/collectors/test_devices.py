"""The pods that bring devices to a node."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.devices import COLLECTOR
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, Objects, Texts, obj, triggered

READY = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
BROKEN = {
    "phase": "Running",
    "containerStatuses": [
        {
            "name": "driver",
            "restartCount": 7,
            "state": {"waiting": {"reason": "CrashLoopBackOff"}},
            "lastState": {"terminated": {"exitCode": 1, "reason": "Error", "finishedAt": "2026-03-01T11:59:00Z"}},
        }
    ],
}


def daemon(name: str, status: Object) -> Object:
    owner = [{"kind": "DaemonSet", "name": name, "uid": name, "controller": True}]
    spec = {"nodeName": "gpu-1", "containers": [{"name": "driver", "securityContext": {"privileged": True}}]}
    return obj("Pod", f"{name}-x", "gpu-operator", spec=spec, status=status, ownerReferences=owner)


@pytest.fixture
def short(gpu_context: CollectorContext) -> CollectorContext:
    return triggered(gpu_context, Trigger.DEVICE_SHORTAGE)


async def test_a_driver_that_does_not_start_is_named_with_its_log(
    collect: Collect, short: CollectorContext, objects: Objects, texts: Texts
) -> None:
    short.kube.add(daemon("nvidia-driver-daemonset", BROKEN))
    short.kube.add(daemon("nvidia-device-plugin", READY))
    log = paths.item("Pod", "gpu-operator", "nvidia-driver-daemonset-x") + "/log"
    short.kube.answers[log] = b"2026-03-01T11:59:00.000000000Z modprobe: FATAL: Module nvidia not found\n"
    findings = await collect(COLLECTOR, short)
    assert objects(findings) == [("DaemonSet", "nvidia-driver-daemonset", "pending")]
    assert texts(findings)[0].endswith("is not ready: driver: CrashLoopBackOff")
    assert "modprobe: FATAL: Module nvidia not found" in texts(findings)
    assert "pods of drivers and device plugins on node gpu-1: 1 of 2 ready" in findings.collected().looked_for


async def test_all_are_well(collect: Collect, short: CollectorContext, objects: Objects) -> None:
    short.kube.add(daemon("nvidia-device-plugin", READY))
    assert objects(await collect(COLLECTOR, short)) == [("Node", "gpu-1", "ok")]


async def test_there_are_none(collect: Collect, short: CollectorContext) -> None:
    findings = await collect(COLLECTOR, short)
    assert findings.facts == []
    assert findings.collected().looked_for == ("pods of drivers and device plugins on node gpu-1: none",)


async def test_a_driver_that_was_changed_just_before(collect: Collect, short: CollectorContext) -> None:
    fields = [{"manager": "gpu-operator", "time": "2026-03-01T11:50:00Z"}]
    short.kube.add(obj("DaemonSet", "nvidia-driver-daemonset", "gpu-operator", managedFields=fields, spec={}))
    short.kube.add(daemon("nvidia-driver-daemonset", BROKEN))
    (change,) = [fact for fact in (await collect(COLLECTOR, short)).facts if fact.kind is FactKind.CHANGE]
    assert change.attributes["change"] == "driver"


async def test_a_pods_case_does_not_show_logs_of_the_system(
    collect: Collect, context: CollectorContext, short: CollectorContext, case: Case
) -> None:
    short.kube.add(daemon("nvidia-driver-daemonset", BROKEN))
    case["pod"]["spec"]["containers"][0]["resources"]["requests"]["nvidia.com/gpu"] = "1"
    of_pod = replace(context, kube=short.kube, node=short.node)
    assert COLLECTOR.applies(of_pod)
    assert not COLLECTOR.at_once(of_pod)
    findings = await collect(COLLECTOR, of_pod)
    assert [fact.kind for fact in findings.facts] == [FactKind.OBJECT]
    assert not [path for path, _ in short.kube.requests if path.endswith("/log")]


async def test_a_pod_that_anybody_may_run_is_no_driver_whatever_it_is_called(
    collect: Collect, short: CollectorContext
) -> None:
    tenants = daemon("nvidia-driver-daemonset", BROKEN)
    tenants["spec"]["containers"] = [{"name": "driver"}]
    short.kube.add(tenants)
    assert (await collect(COLLECTOR, short)).facts == []


def test_a_pod_without_devices_has_nothing_to_do_with_them(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
