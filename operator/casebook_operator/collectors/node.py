"""The node: its bad conditions, taints and resources, and the environment that everything on it shares."""

from casebook_operator.kube import Object
from casebook_operator.reading.collector import Collector, has_node
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.nodes.devices import device_facts
from casebook_operator.reading.nodes.environment import environment_of
from casebook_operator.reading.nodes.health import annotation_facts, condition_facts, resource_facts, taint_facts
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import entity_of


async def collect(context: CollectorContext, findings: Findings) -> None:
    if context.node is None:
        return
    node: Object = context.node
    entity = entity_of("Node", node, "node", context.subject)
    findings.entity(entity)
    findings.rests_on(*state_of("Node", node))
    findings.environment.update(environment_of(node))
    condition_facts(context, findings, node, entity)
    taint_facts(findings, node, entity)
    resource_facts(context, findings, node, entity)
    if context.is_node_case:
        annotation_facts(context, findings, node, entity)
        await device_facts(context, findings, node, entity)


COLLECTOR = Collector(
    name="node",
    rank=60,
    needs=lists("Pod"),
    when="a node",
    tells="bad conditions, taints, devices, versions",
    collect=collect,
    applies=has_node,
    seconds=6.0,
    max_bytes=64 * 1024,
)
