"""The other nodes, and the other pods of this one: is it one pod, one node, or everything?"""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial

from casebook_analyzer.models import Category, Entity, FactKind, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at, labels_of, name_of, namespace_of, spec_of
from casebook_operator.kube.pods import container_spec, statuses_by_kind, waiting
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import text
from casebook_operator.reading.collector import Collector, has_node
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.nodes.environment import environment_of
from casebook_operator.reading.nodes.fit import readiness_facts
from casebook_operator.reading.nodes.pods import maker_of, pods_of_node
from casebook_operator.reading.object_facts import WINDOW, ref, tell
from casebook_operator.reading.objects import entity_of, listing, span
from casebook_operator.reading.pods.containers import pod_shows_failure

LEASES = "kube-node-lease"
"""Kubelet renews its Lease every 10 s; after 40 s without, the node is Unknown (pkg/kubelet/nodelease, kube-controller-
manager ``--node-monitor-grace-period``)."""

FOUNDING = timedelta(hours=1)
"""Nodes that join within this time of each other found the cluster, or its node pool, together."""

MAX_NAMES = 5

_VERSIONS = {"kernel": "kernel", "kubelet": "kubelet", "containerRuntime": "runtime", "gpuDriver": "driver"}
"""Environment tag -> the word for a change of it."""

_ZONE = "topology.kubernetes.io/zone"
_CONTROL_PLANE = frozenset({"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"})


async def collect(context: CollectorContext, findings: Findings) -> None:
    node = context.node
    if node is not None:
        await side_by_side(
            findings,
            partial(_nodes, context, node),
            partial(_pods, context, node),
            partial(_lease, context, node),
        )


_TRIGGERS = frozenset({Trigger.POD_LOST, Trigger.IMAGE_PULL_FAILED})


def at_once(context: CollectorContext) -> bool:
    return context.is_node_case or context.signal.trigger in _TRIGGERS


COLLECTOR = Collector(
    name="neighbours",
    rank=220,
    needs=gets("Lease") | lists("Node", "Pod"),
    when="nodes; else second look",
    tells="other nodes and pods, versions that differ, the lease",
    decides=frozenset(
        {
            Category.RESOURCE_EXHAUSTION,
            Category.NETWORK_PARTITION,
            Category.HARDWARE_FAILURE,
            Category.PCIE_ERROR,
            Category.DRIVER_ISSUE,
        }
    ),
    collect=collect,
    applies=has_node,
    at_once=at_once,
    seconds=6.0,
    max_bytes=12 * 1024,
)


async def _nodes(context: CollectorContext, node: Object, findings: Findings) -> None:
    nodes = await every(context, findings, "Node")
    if not nodes:
        return
    readiness_facts(findings, nodes)
    sole = ", and it is the control plane" if _is_sole(nodes) else ""
    findings.looked_for("nodes of the cluster", f"{len(nodes)}, {_not_ready(nodes)} not ready{sole}")
    _zone(findings, node, nodes)
    _versions(context, findings, node, nodes)
    created = created_at(node)
    if created is not None and _is_newcomer(created, nodes):
        before = context.signal.occurred_at - created
        if timedelta(0) < before <= WINDOW:
            text = f"joined the cluster {span(before.total_seconds())} before {context.onset}"
            _change(findings, context, node, "node", text, int(before.total_seconds()))


def _is_sole(nodes: list[Object]) -> bool:
    """Whether the cluster has one node: a single worker in what somebody saved is no whole cluster."""
    return len(nodes) == 1 and not _CONTROL_PLANE.isdisjoint(labels_of(nodes[0]))


def _is_newcomer(created: datetime, nodes: list[Object]) -> bool:
    """Whether the cluster was there before: its first nodes change nothing by joining."""
    ages = (created_at(one) for one in nodes)
    return any(age is not None and created - age > FOUNDING for age in ages)


def _not_ready(nodes: list[Object]) -> int:
    bad = Findings("")
    readiness_facts(bad, nodes)
    return sum(int(fact.attributes["nodes"]) for fact in bad.facts if "condition" in fact.attributes)


def _zone(findings: Findings, node: Object, nodes: list[Object]) -> None:
    """Nodes that fail together share something: a rack, a switch, a zone."""
    zone = labels_of(node).get(_ZONE)
    same = [one for one in nodes if labels_of(one).get(_ZONE) == zone]
    bad = _not_ready(same)
    if zone and bad > 1:
        findings.fact(
            FactKind.NODE,
            f"{len(nodes)} nodes of the cluster",
            f"{bad} of {len(same)} nodes of zone {zone} are not ready, {_not_ready(nodes)} of {len(nodes)} in all",
            {"condition": "Ready", "status": "False", "zone": zone, "nodes": bad, "of": len(same)},
        )


def _versions(context: CollectorContext, findings: Findings, node: Object, nodes: list[Object]) -> None:
    """A node that runs another version than its peers, which are the nodes of its kind of machine."""
    own, peers = environment_of(node), [one for one in nodes if name_of(one) != name_of(node)]
    machine = own.get("instanceType")
    peers = [one for one in peers if environment_of(one).get("instanceType") == machine] or peers
    for tag, word in _VERSIONS.items():
        have = Counter(value for one in peers if (value := environment_of(one).get(tag)))
        if not have or tag not in own:
            continue
        usual, number = have.most_common(1)[0]
        if own[tag] not in have:
            text = f"has {tag} {own[tag]}, while {number} of {len(peers)} others have {usual}"
            _change(findings, context, node, word, text, None)


def _change(
    findings: Findings, context: CollectorContext, node: Object, word: str, text: str, seconds: int | None
) -> None:
    findings.fact(
        FactKind.CHANGE,
        f"node {name_of(node)} compared with the others",
        f"Node {name_of(node)} {text}",
        {"change": word, "object": f"Node {name_of(node)}", "secondsBefore": seconds},
        entity=entity_of("Node", node, "node", context.subject),
        time=created_at(node) if seconds is not None else None,
    )


async def _pods(context: CollectorContext, node: Object, findings: Findings) -> None:
    name = name_of(node)
    pods = await pods_of_node(context, findings, name)
    if pods is None:
        return
    own = {(namespace_of(pod), name_of(pod)) for pod in context.pods}
    others = [pod for pod in pods if (namespace_of(pod), name_of(pod)) not in own]
    failing = [pod for pod in others if pod_shows_failure(pod)]
    _pulls(findings, node, context.pods, others)
    makers = sorted({f"{kind} {namespace_of(pod)}/{maker}" for pod in failing for kind, maker in (maker_of(pod),)})
    findings.looked_for(f"other failing pods on node {name}", f"{len(failing)} of {len(others)}")
    # Whoever reads a case of one namespace learns how many others are hit, and not which.
    which = f": {listing(makers[:MAX_NAMES])}" if makers and context.is_node_case else ""
    findings.fact(
        FactKind.NODE,
        f"pods of node {name}",
        f"{len(failing)} of {len(others)} other pods on node {name} show a failure, of {len(makers)} workloads{which}",
        {"failing": len(failing), "pods": len(others), "workloads": len(makers)},
        entity=entity_of("Node", node, "node", context.subject),
    )


def _pulls(findings: Findings, node: Object, own: tuple[Object, ...], others: list[Object]) -> None:
    """Whether images of other registries cannot be pulled either: then it is not the image."""
    hosts = {host for pod in own for host in _not_pulled(pod)}
    elsewhere = {host for pod in others for host in _not_pulled(pod)} - hosts
    if hosts and elsewhere:
        text = f"Node {name_of(node)} cannot pull images of {len(elsewhere)} other registries either"
        tell(findings, ref("Node", "", name_of(node)), "all-pulls-fail", text)


def _not_pulled(pod: Object) -> set[str]:
    """Registries of images that the pod waits for."""
    return {
        text(container_spec(pod, status["name"]), "image").partition("/")[0]
        for _, status in statuses_by_kind(pod)
        if waiting(status).get("reason") in ("ErrImagePull", "ImagePullBackOff")
    }


async def _lease(context: CollectorContext, node: Object, findings: Findings) -> None:
    sought = await find(context, findings, "Lease", LEASES, name_of(node))
    renewed = parse_time(spec_of(sought.obj).get("renewTime")) if sought.obj else None
    if renewed is None:
        return
    age = max(0, int((context.now - renewed).total_seconds()))
    findings.fact(
        FactKind.NODE,
        f"lease {LEASES}/{name_of(node)} spec.renewTime",
        f"Kubelet of node {name_of(node)} renewed its lease {span(age)} ago",
        {"leaseAge": age},
        entity=Entity(kind="Node", name=name_of(node), role="node"),
        time=renewed,
    )
