"""Who cannot be reached, and why: Services, their endpoints and ports, policies, name servers, network plugins."""

from functools import partial

from casebook_analyzer.models import Category, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, status_of
from casebook_operator.kube.values import mappings
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import LOGS, gets, lists
from casebook_operator.reading.network.called_services import called_services, probed_peers, selecting
from casebook_operator.reading.network.cluster_network import SANDBOX, cluster_network_facts
from casebook_operator.reading.network.mentions import DNS_SILENT, troubled_peers
from casebook_operator.reading.network.policies import policy_facts
from casebook_operator.reading.network.service_facts import service_facts, target_problem
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import specification

_LOCAL = frozenset({"localhost", "127.0.0.1"})


async def collect(context: CollectorContext, findings: Findings) -> None:
    await side_by_side(findings, partial(cluster_network_facts, context), partial(_services_and_policies, context))


async def _services_and_policies(context: CollectorContext, findings: Findings) -> None:
    namespace = context.subject.namespace
    if not namespace:
        return
    services = await every(context, findings, "Service", namespace) or []
    each = (partial(service_facts, context, one) for one in called_services(context, services))
    called = [service for service in await side_by_side(findings, *each) if service is not None]
    if context.pods:
        _own_services(context, findings, services)
        await policy_facts(context, findings, called)


def applies(context: CollectorContext) -> bool:
    return bool(context.pods or context.node is not None or context.subject.kind == "Service")


def at_once(context: CollectorContext) -> bool:
    if context.signal.trigger is Trigger.SERVICE_UNAVAILABLE or context.subject.kind == "Service":
        return True
    return not context.is_node_case and _somebody_is_not_reached(context)


def _somebody_is_not_reached(context: CollectorContext) -> bool:
    """A host other than the pod itself, which kubelet's probes name."""
    own = {str(status_of(pod).get("podIP")) for pod in context.pods}
    peers = [peer for peer in troubled_peers(context.texts) if peer.host not in own and peer.host not in _LOCAL]
    return bool(peers or probed_peers(specification(context), context.texts)) or any(
        DNS_SILENT.search(text) or SANDBOX.search(text) for text in context.texts
    )


COLLECTOR = Collector(
    name="network",
    rank=210,
    needs=gets("ConfigMap", "Service")
    | lists("Deployment", "EndpointSlice", "NetworkPolicy", "Pod", "Service", "StatefulSet")
    | LOGS,
    when="words about hosts",
    tells=(
        "Services, endpoints, ports, policies of both sides, name servers and whom they wait for, the network plugin "
        "on the node"
    ),
    decides=frozenset({Category.CONFIG_ERROR, Category.NETWORK_PARTITION}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=8.0,
    max_bytes=16 * 1024,
)


def _own_services(context: CollectorContext, findings: Findings, services: list[Object]) -> None:
    """Services that lead to the pod: whether they are there, and whether they know its port."""
    pod = context.pods[0]
    own = selecting(services, pod)
    findings.looked_for("Services that select the pod", listing(map(name_of, own)) or "none")
    for service in own:
        for port in mappings(service, "spec", "ports"):
            if problem := target_problem(port, pod):
                namespace, name = context.subject.namespace, name_of(service)
                text = f"Service {namespace}/{name} sends port {port.get('port')} to {problem}"
                about, field = ref("Service", namespace, name), "spec.ports[].targetPort"
                tell(findings, about, "port-mismatch", text, port=port.get("targetPort"), field=field)
