"""The pods that bring devices to a node: drivers, device plugins and their companions."""

import re
from functools import partial

from casebook_analyzer.evidence import sample_log
from casebook_analyzer.models import Category, Entity, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, namespace_of
from casebook_operator.kube.pods import ready, statuses_by_kind, terminated, waiting
from casebook_operator.off_loop import by_thread
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import READ_SECONDS, Findings, side_by_side
from casebook_operator.reading.logs.places import Which, crash_logs
from casebook_operator.reading.logs.reader import read_log
from casebook_operator.reading.needs import LOGS, gets, lists
from casebook_operator.reading.nodes.devices import has_devices
from casebook_operator.reading.nodes.pods import maker_of, pods_of_node, reaches_host
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.containers import failing, pod_shows_failure

MAX_LOGS = 2
"""Failing pods whose log is read."""

LOG_LINES = 30

_BRINGS_DEVICES = re.compile(
    r"nvidia-(?:driver|container-toolkit|dcgm|operator-validator|cuda-validator|mig-manager)"
    r"|gpu-(?:operator|feature-discovery|device-plugin)|dcgm-exporter|amdgpu|amd-gpu|device-config-manager|rocm"
    r"|habana|gaudi|intel-(?:gpu|idxd|qat)|neuron|tpu-device|mofed|ofed|network-operator|rdma|sriov|nvsentinel"
    r"|k8s-driver-manager|peermem|fabricmanager|device-plugin"
)
"""Names that the manifests of GPU operators, plugins and network operators give to their pods."""

_CLASSES = frozenset({"GPU", "GPUDriver", "NVSwitch", "PCIe"})
"""Failure classes of nodes that are about accelerators (analyzer: taxonomy/data/conditions.yaml)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    if context.node is None:
        return
    name = name_of(context.node)
    pods = await pods_of_node(context, findings, name)
    if pods is None:
        return
    bringing = sorted((pod for pod in pods if _brings(pod)), key=name_of)
    broken = [pod for pod in bringing if pod_shows_failure(pod) or not ready(pod)]
    findings.looked_for(
        f"pods of drivers and device plugins on node {name}",
        f"{len(bringing) - len(broken)} of {len(bringing)} ready" if bringing else "none",
    )
    await side_by_side(findings, *(partial(_broken, context, pod) for pod in broken))
    if bringing and not broken:
        names = f": {listing(map(name_of, bringing))}" if context.is_node_case else ""
        about = ref("Node", "", name)
        tell(findings, about, "ok", f"Drivers and device plugins on node {name} are ready{names}")
    # A pod's case is read by people of its namespace: logs of the system's pods are for cases of nodes.
    if context.is_node_case:
        await side_by_side(findings, *(partial(_log, context, pod) for pod in broken[:MAX_LOGS]))


def applies(context: CollectorContext) -> bool:
    concerns = context.signal.failure_class in _CLASSES or context.signal.trigger is Trigger.DEVICE_SHORTAGE
    return context.node is not None and (concerns or context.is_node_case or any(map(has_devices, context.pods)))


def at_once(context: CollectorContext) -> bool:
    return context.signal.failure_class in _CLASSES or context.signal.trigger is Trigger.DEVICE_SHORTAGE


COLLECTOR = Collector(
    name="devices",
    rank=230,
    needs=LOGS | gets("DaemonSet", "Deployment") | lists("Pod"),
    when="device trouble; else second look",
    tells="pods of drivers and device plugins on the node",
    decides=frozenset(
        {Category.HARDWARE_FAILURE, Category.PCIE_ERROR, Category.DRIVER_ISSUE, Category.SCHEDULING_FAILURE}
    ),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=8.0,
    max_bytes=24 * 1024,
)


def _brings(pod: Object) -> bool:
    if not reaches_host(pod):
        return False
    labels = labels_of(pod)
    words = (name_of(pod), labels.get("app", ""), labels.get("app.kubernetes.io/name", ""), labels.get("name", ""))
    return any(_BRINGS_DEVICES.search(word) for word in words)


async def _broken(context: CollectorContext, pod: Object, findings: Findings) -> None:
    kind, name = maker_of(pod)
    namespace = namespace_of(pod)
    states = []
    for _, status in statuses_by_kind(pod):
        ended = terminated(status, "state") or terminated(status, "lastState")
        reason = waiting(status).get("reason") or ended.get("reason")
        # What the system's pods say is for cases of nodes, too.
        message = (waiting(status).get("message") or ended.get("message") or "") if context.is_node_case else ""
        if reason and reason != "Completed":
            states.append(f"{status['name']}: {reason}{f' ({message})' if message else ''}")
    which = f"Pod {namespace}/{name_of(pod)}" if context.is_node_case else "The pod on this node"
    text = f"{which} of {kind} {name} is not ready{f': {listing(states)}' if states else ''}"
    tell(findings, ref(kind, namespace, name), "pending", text)
    if context.is_node_case and kind in ("DaemonSet", "Deployment"):
        sought = await find(context, findings, kind, namespace, name)
        if sought.obj is not None:
            told_writes(context, findings, kind, sought.obj, "driver")


async def _log(context: CollectorContext, pod: Object, findings: Findings) -> None:
    for _, status in failing(pod, "")[:1]:
        which: Which = next(iter(crash_logs(status)), "current")
        what = f"{which} log of container {status['name']} of pod {name_of(pod)}"
        call = read_log(context.kube, pod, str(status["name"]), previous=which == "previous")
        text = await findings.read(what, call, seconds=READ_SECONDS)
        if text is None:
            continue
        place = f"{namespace_of(pod)}/{name_of(pod)}"
        entity = Entity(kind="Pod", namespace=namespace_of(pod), name=name_of(pod), role="related")
        sampled = await by_thread(
            sample_log,
            text.raw,
            container=str(status["name"]),
            which=which,
            pod=entity,
            source=f"{which} log of container {status['name']} of pod {place}",
            max_lines=LOG_LINES,
            truncated=text.truncated,
        )
        findings.add(*sampled.facts)
