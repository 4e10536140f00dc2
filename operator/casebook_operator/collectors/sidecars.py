"""What the healthy containers of a failing pod say: a proxy or an agent may be what the failing one waits for."""

from functools import partial

from casebook_analyzer.models import Category
from casebook_operator.kube import Object
from casebook_operator.kube.pods import is_running, statuses_by_kind
from casebook_operator.reading.collector import Collector, on_demand
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.logs.sampling import live_log
from casebook_operator.reading.needs import LOGS
from casebook_operator.reading.pods.containers import failing

MAX_CONTAINERS = 3


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod = context.pods[0]
    await side_by_side(findings, *(partial(_log, context, pod, status) for status in _others(context)[:MAX_CONTAINERS]))


def applies(context: CollectorContext) -> bool:
    return bool(_others(context))


COLLECTOR = Collector(
    name="sidecars",
    rank=240,
    needs=LOGS,
    when="second look",
    tells="logs of healthy containers beside the failing one",
    decides=frozenset({Category.SOFTWARE_BUG}),
    collect=collect,
    applies=applies,
    at_once=on_demand,
    seconds=8.0,
    max_bytes=64 * 1024,
)


def _others(context: CollectorContext) -> list[Object]:
    """Running containers whose log has not been read."""
    if not context.pods:
        return []
    pod = context.pods[0]
    looked_at = {status["name"] for _, status in failing(pod, context.subject.container)}
    return [status for _, status in statuses_by_kind(pod) if status["name"] not in looked_at and is_running(status)]


async def _log(context: CollectorContext, pod: Object, status: Object, findings: Findings) -> None:
    found = await live_log(context, pod, status)
    findings.looked_for(f"log of container {status['name']}", f"{len(found.facts)} different lines")
    findings.add(*found.facts)
    findings.gaps.extend(found.gaps)
