"""Why no node fits, told with what the nodes have."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.scheduling import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.pods.demands import holds, requests_of, tolerates
from casebook_operator.signals.startup import UNSCHEDULED
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, forbidden, obj, paths, triggered
from tests.rows import of_every

MESSAGE = (
    "0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: batch}, 2 Insufficient nvidia.com/gpu. "
    "preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling."
)


def machine(name: str, *, taints: Any = (), labels: Any = None, **offers: str) -> Object:
    status = {
        "capacity": {"cpu": "4", "memory": "16Gi", **offers},
        "allocatable": {"cpu": "4", "memory": "15Gi", **offers},
    }
    status["conditions"] = [{"type": "Ready", "status": "True"}]
    return obj("Node", name, labels=labels or {}, spec={"taints": list(taints)}, status=status)


@pytest.fixture
def pending(context: CollectorContext, case: Case) -> CollectorContext:
    pod = case["pod"]
    pod["spec"].pop("nodeName")
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": MESSAGE}
    pod["status"] = {"phase": "Pending", "conditions": [condition]}
    kube = FakeKube(pod, machine("a", taints=[{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}]))
    kube.add(machine("b", labels={"disk": "hdd"}))
    kube.add(machine("c", labels={"disk": "hdd"}))
    return triggered(replace(context, kube=kube, node=None), Trigger.FAILED_SCHEDULING)


async def test_every_reason_of_the_message_is_a_fact(collect: Collect, pending: CollectorContext) -> None:
    findings = await collect(COLLECTOR, pending)
    reasons = [fact.attributes for fact in findings.facts if "scheduling" in fact.attributes]
    assert [(one["scheduling"], one["nodes"], one["of"]) for one in reasons] == [
        ("taint", "1", "3"),
        ("insufficient", "2", "3"),
    ]
    assert reasons[0]["taint"] == "dedicated=batch"
    assert reasons[1]["resource"] == "nvidia.com/gpu"


async def test_reasons_that_an_event_tells_are_not_told_twice(collect: Collect, pending: CollectorContext) -> None:
    about = {"kind": "Pod", "name": "checkout-5bd69bbfbf-c7phk", "namespace": "shop"}
    event = obj("Event", "e", "shop", reason="FailedScheduling", message=MESSAGE, involvedObject=about)
    pending.kube.add(event)
    findings = await collect(COLLECTOR, pending)
    assert not [fact for fact in findings.facts if "scheduling" in fact.attributes]


async def test_a_taint_that_the_message_does_not_name_is_read_from_the_nodes(
    collect: Collect, pending: CollectorContext, texts: Texts
) -> None:
    told = texts(await collect(COLLECTOR, pending))
    assert "1 of 3 nodes are tainted with dedicated=batch:NoSchedule, which the pod does not tolerate: a" in told


async def test_a_label_that_no_node_has_names_what_they_have_instead(
    collect: Collect, pending: CollectorContext, case: Case, texts: Texts, objects: Objects
) -> None:
    case["pod"]["spec"]["nodeSelector"] = {"disk": "ssd"}
    findings = await collect(COLLECTOR, pending)
    assert objects(findings) == [("Deployment", "checkout", "selector-mismatch")]
    (text,) = [fact.text for fact in findings.facts if fact.kind is FactKind.OBJECT]
    assert text == "Deployment/shop/checkout asks for nodes with disk In ssd: none of 3 has it; they have hdd on 2"


async def test_affinity_that_some_node_fulfils_is_no_mismatch(
    collect: Collect, pending: CollectorContext, case: Case, objects: Objects
) -> None:
    terms = [
        {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["eu-9z"]}]},
        {"matchExpressions": [{"key": "disk", "operator": "Exists"}]},
    ]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    case["pod"]["spec"]["affinity"] = {"nodeAffinity": required}
    assert objects(await collect(COLLECTOR, pending)) == []
    terms.pop()
    assert objects(await collect(COLLECTOR, pending)) == [("Deployment", "checkout", "selector-mismatch")]


async def test_a_request_that_no_node_could_ever_hold(collect: Collect, pending: CollectorContext, case: Case) -> None:
    case["pod"]["spec"]["containers"][0]["resources"] = {"requests": {"memory": "64Gi"}}
    (room,) = [f for f in (await collect(COLLECTOR, pending)).facts if f.attributes.get("resource") == "memory"]
    assert room.text == "The pod asks for 64Gi memory, more than any of 3 nodes has: at most 15Gi"
    assert room.attributes["fits"] == "0"


async def test_devices_that_nobody_offers(
    collect: Collect, pending: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["spec"]["containers"][0]["resources"] = {"limits": {"nvidia.com/gpu": "1"}}
    told = texts(await collect(COLLECTOR, pending))
    assert "The pod asks for 1 nvidia.com/gpu, and none of 3 nodes offers any" in told


async def test_a_node_whose_devices_are_out_of_order(collect: Collect, pending: CollectorContext, case: Case) -> None:
    case["pod"]["spec"]["containers"][0]["resources"] = {"limits": {"nvidia.com/gpu": "8"}}
    broken = machine("gpu", **{"nvidia.com/gpu": "8"})
    broken["status"]["allocatable"]["nvidia.com/gpu"] = "7"
    pending.kube.add(broken)
    findings = await collect(COLLECTOR, pending)
    (short,) = [fact for fact in findings.facts if fact.attributes.get("bad") == "true"]
    assert short.text == "Node gpu has 7 of 8 nvidia.com/gpu allocatable"
    assert [entity.name for entity in findings.collected().entities] == ["gpu"]


async def test_cordoned_and_lost_nodes_are_counted(collect: Collect, pending: CollectorContext, texts: Texts) -> None:
    for name in ("x", "y"):
        node = machine(name)
        node["spec"]["unschedulable"] = True
        node["status"]["conditions"][0]["status"] = "Unknown"
        pending.kube.add(node)
    told = texts(await collect(COLLECTOR, pending))
    assert "2 of 5 nodes are cordoned: x, y" in told
    assert "2 of 5 nodes are not heard of: x, y" in told


async def test_scheduling_gates_are_told(collect: Collect, pending: CollectorContext, case: Case, texts: Texts) -> None:
    case["pod"]["spec"]["schedulingGates"] = [{"name": "example.com/quota-check"}]
    told = texts(await collect(COLLECTOR, pending))
    assert "Pod checkout-5bd69bbfbf-c7phk waits for scheduling gates: example.com/quota-check" in told


async def test_ports_of_the_node_that_the_scheduler_does_not_repeat_are_told(
    collect: Collect, pending: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["spec"]["containers"][0]["ports"] = [{"hostPort": 9100}]
    assert "Pod checkout-5bd69bbfbf-c7phk asks for ports of its node 9100" in texts(await collect(COLLECTOR, pending))


async def test_nodes_that_say_nothing_are_not_said_to_be_small(
    collect: Collect, pending: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["spec"]["containers"][0]["resources"] = {"requests": {"memory": "64Gi"}}
    pending.kube.answers[paths.collection("Node")] = [obj("Node", "n", spec={}, status={})]
    assert not [text for text in texts(await collect(COLLECTOR, pending)) if "asks for" in text]


async def test_nodes_may_be_forbidden(collect: Collect, pending: CollectorContext) -> None:
    pending.kube.answers[paths.collection("Node")] = forbidden("list", "nodes")
    findings = await collect(COLLECTOR, pending)
    assert [gap.what for gap in findings.gaps] == ["Node objects"]


def test_a_pod_that_has_a_node_is_not_compared_with_others(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)


@pytest.mark.parametrize(
    ("toleration", "tolerated"),
    [
        ({"operator": "Exists"}, True),
        ({"key": "dedicated", "operator": "Exists"}, True),
        ({"key": "dedicated", "value": "batch"}, True),
        ({"key": "dedicated", "value": "web"}, False),
        ({"key": "dedicated", "operator": "Exists", "effect": "NoExecute"}, False),
        ({}, False),
    ],
)
def test_tolerations(toleration: Object, tolerated: bool) -> None:
    taint = {"key": "dedicated", "value": "batch", "effect": "NoSchedule"}
    assert tolerates({"tolerations": [toleration]}, taint) is tolerated


@of_every(
    ("operator", "values", "held"),
    [
        ("In", ["8"], True),
        ("NotIn", ["8"], False),
        ("Exists", [], True),
        ("DoesNotExist", [], False),
        ("Gt", ["7"], True),
        ("Lt", ["7"], False),
        ("Gt", ["x"], False),
        ("Sideways", [], True),
    ],
)
def test_node_selector_requirements(operator: str, values: list[str], held: bool) -> None:
    node = obj("Node", "n", labels={"cores": "8"})
    assert holds({"key": "cores", "operator": operator, "values": values}, node) is held


def test_what_the_scheduler_reserves() -> None:
    small, large = {"resources": {"requests": {"cpu": "100m"}}}, {"resources": {"requests": {"cpu": "1"}}}
    sidecar = small | {"restartPolicy": "Always"}
    assert requests_of({"containers": [small, small]}) == {"cpu": pytest.approx(0.2)}
    assert requests_of({"containers": [small], "initContainers": [large]}) == {"cpu": 1.0}
    assert requests_of({"containers": [small], "initContainers": [sidecar]}) == {"cpu": pytest.approx(0.2)}
    assert requests_of({"containers": [small], "overhead": {"cpu": "1"}}) == {"cpu": pytest.approx(1.1)}
    assert requests_of({"containers": [{"resources": {"limits": {"memory": "1Ki"}}}]}) == {"memory": 1024.0}


@pytest.fixture
def silent(pending: CollectorContext, case: Case) -> CollectorContext:
    """A pod of which no scheduler has said anything."""
    case["pod"]["status"]["conditions"] = []
    case["pod"]["spec"]["schedulerName"] = "gang"
    return replace(pending, signal=msgspec.structs.replace(pending.signal, reason=UNSCHEDULED))


async def silence(collect: Collect, context: CollectorContext) -> list[dict[str, str]]:
    told = (await collect(COLLECTOR, context)).facts
    return [fact.attributes for fact in told if "schedulerName" in fact.attributes]


async def test_a_scheduler_that_says_nothing_is_named(collect: Collect, silent: CollectorContext) -> None:
    assert await silence(collect, silent) == [{"schedulerName": "gang", "placed": "0"}]


async def test_so_is_the_default_one(collect: Collect, silent: CollectorContext, case: Case) -> None:
    del case["pod"]["spec"]["schedulerName"]
    assert await silence(collect, silent) == [{"schedulerName": "default-scheduler", "placed": "0"}]


async def test_one_that_has_placed_others_is_there(collect: Collect, silent: CollectorContext) -> None:
    for name, scheduler in (("a", "gang"), ("b", "gang"), ("c", "default-scheduler")):
        silent.kube.add(obj("Pod", name, "shop", spec={"nodeName": "n", "schedulerName": scheduler}))
    silent.kube.add(obj("Pod", "d", "shop", spec={"schedulerName": "gang"}))
    assert await silence(collect, silent) == [{"schedulerName": "gang", "placed": "2"}]


@pytest.mark.parametrize("component", ["gang", "default-scheduler"])
async def test_one_whose_event_stands_has_looked(collect: Collect, silent: CollectorContext, component: str) -> None:
    about = {"kind": "Pod", "name": "checkout-5bd69bbfbf-c7phk", "namespace": "shop"}
    silent.kube.add(obj("Event", "e", "shop", reason="Waits", involvedObject=about, source={"component": component}))
    assert await silence(collect, silent) == []


@pytest.mark.parametrize("held", ["gates", "condition", "young"])
async def test_a_pod_that_waits_for_something_else_or_is_young_tells_of_no_scheduler(
    collect: Collect, silent: CollectorContext, case: Case, held: str
) -> None:
    if held == "gates":
        case["pod"]["spec"]["schedulingGates"] = [{"name": "queue"}]
    elif held == "condition":
        case["pod"]["status"]["conditions"] = [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]
    else:
        case["pod"]["metadata"]["creationTimestamp"] = to_rfc3339(silent.now - timedelta(seconds=59))
        silent = triggered(silent, Trigger.MANUAL, reason="")
    assert await silence(collect, silent) == []


async def test_pods_that_may_not_be_listed_tell_nothing(collect: Collect, silent: CollectorContext) -> None:
    silent.kube.answers[paths.collection("Pod", "shop")] = forbidden("list", "pods")
    assert await silence(collect, silent) == []
