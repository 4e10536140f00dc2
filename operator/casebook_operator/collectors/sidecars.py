"""What the healthy containers of a failing pod say: a proxy or an agent may be what the failing one waits for."""

from functools import partial

from casebook_operator.collectors.collector import Collector, on_demand
from casebook_operator.collectors.containers import failing, statuses
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings, side_by_side
from casebook_operator.collectors.logs import live_log
from casebook_operator.kube import Object

MAX_CONTAINERS = 3


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod = context.pods[0]
    await side_by_side(findings, *(partial(_log, context, pod, status) for status in _others(context)[:MAX_CONTAINERS]))


def applies(context: CollectorContext) -> bool:
    return bool(_others(context))


COLLECTOR = Collector(
    name="sidecars", collect=collect, applies=applies, at_once=on_demand, seconds=8.0, max_bytes=64 * 1024
)


def _others(context: CollectorContext) -> list[Object]:
    """Running containers whose log has not been read."""
    if not context.pods:
        return []
    pod = context.pods[0]
    looked_at = {status["name"] for _, status in failing(pod, context.subject.container)}
    return [
        status
        for _, status in statuses(pod)
        if status["name"] not in looked_at and "running" in (status.get("state") or {})
    ]


async def _log(context: CollectorContext, pod: Object, status: Object, findings: Findings) -> None:
    found = await live_log(context, pod, status)
    findings.looked_for(f"log of container {status['name']}", f"{len(found.facts)} different lines")
    findings.add(*found.facts)
    findings.gaps.extend(found.gaps)
