"""What the containers and the node use now, where metrics-server answers."""

from functools import partial

from casebook_analyzer.evidence.quantities import amount, readable
from casebook_analyzer.models import Category, Entity, FactKind, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.pods import container_spec
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.collector import Collector, on_demand
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets
from casebook_operator.reading.objects import pod_entity

_RESOURCES = ("cpu", "memory")

_FULL = 0.9
"""From this share of a limit on, kubelet's and the kernel's answers (eviction, kill, throttling) are near."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    looked_at = context.pods if context.signal.trigger is Trigger.MANUAL else context.pods[:1]
    parts = [partial(_pod, context, pod) for pod in looked_at]
    parts += [partial(_node, context, node) for node in (context.node,) if node is not None]
    await side_by_side(findings, *parts)


def applies(context: CollectorContext) -> bool:
    return bool(context.pods) or context.node is not None


COLLECTOR = Collector(
    name="metrics",
    rank=250,
    needs=gets("PodMetrics", "NodeMetrics"),
    when="second look",
    tells="use of memory and cpu, where metrics-server answers",
    decides=frozenset({Category.RESOURCE_EXHAUSTION, Category.SOFTWARE_BUG}),
    collect=collect,
    applies=applies,
    at_once=on_demand,
    seconds=4.0,
    max_bytes=4 * 1024,
)


async def _pod(context: CollectorContext, pod: Object, findings: Findings) -> None:
    sought = await find(context, findings, "PodMetrics", namespace_of(pod), name_of(pod))
    if sought.obj is None:
        findings.looked_for(f"use of memory and cpu by pod {name_of(pod)}", "no metrics")
        return
    for container in mappings(sought.obj, "containers"):
        name, usage = text(container, "name"), mapping(container, "usage")
        limits = mapping(container_spec(pod, name), "resources", "limits")
        for resource in _RESOURCES:
            used, limit = amount(str(usage.get(resource, ""))), amount(str(limits.get(resource, "")))
            if used is None:
                continue
            of = f" of {limits[resource]} ({used / limit:.0%})" if limit else ", without a limit"
            findings.fact(
                FactKind.METRIC,
                f"metrics of pod {name_of(pod)} container {name}",
                f"Container {name} uses {readable(used, resource)} {resource}{of}",
                {
                    "metric": resource,
                    "value": usage[resource],
                    "of": limits.get(resource),
                    "container": name,
                    "finding": "exhausted" if limit and used >= _FULL * limit else None,
                },
                entity=pod_entity(pod, context.subject),
            )


async def _node(context: CollectorContext, node: Object, findings: Findings) -> None:
    sought = await find(context, findings, "NodeMetrics", "", name_of(node))
    if sought.obj is None:
        return
    offers, usage = mapping(node, "status", "allocatable"), mapping(sought.obj, "usage")
    for resource in _RESOURCES:
        used, all_of_it = amount(str(usage.get(resource, ""))), amount(str(offers.get(resource, "")))
        if used is None or not all_of_it:
            continue
        findings.fact(
            FactKind.METRIC,
            f"metrics of node {name_of(node)}",
            f"Node {name_of(node)} uses {readable(used, resource)} of {offers[resource]} {resource}"
            f" ({used / all_of_it:.0%})",
            {"metric": f"node-{resource}", "value": usage[resource], "of": offers[resource]},
            entity=Entity(kind="Node", name=name_of(node), role="node"),
        )
