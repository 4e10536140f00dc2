"""The log of the crash, and what the container says now.

Of a container that has never ended and yet is what the case is about, what it says now is all there is.
"""

import asyncio

from casebook_analyzer.evidence import Collected
from casebook_operator.kube import Object
from casebook_operator.kube.pods import node_of, phase_of
from casebook_operator.reading.collector import Collector, has_pods
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.logs.crash import crash_log
from casebook_operator.reading.logs.places import runs
from casebook_operator.reading.logs.sampling import LIVE_LINES, live_log
from casebook_operator.reading.needs import LOGS, gets
from casebook_operator.reading.pods.containers import failing

MAX_CONTAINERS = 3
"""Failing containers of the first pod whose logs are read. Of the other pods the subject's container is enough."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    wanted: list[tuple[Object, Object]] = []
    for number, pod in enumerate(context.pods):
        limit = MAX_CONTAINERS if number == 0 else 1
        wanted += [(pod, status) for _, status in failing(pod, context.subject.container)[:limit]]
    found: list[list[Collected]] = [[] for _ in wanted]
    reads = [_container_logs(context, pod, status, into) for (pod, status), into in zip(wanted, found, strict=True)]
    try:
        await asyncio.gather(*reads)
    finally:  # a time-out keeps what came; in the order of the pods, so that the same evidence gives the same bundle
        for collected in (one for several in found for one in several):
            findings.add(*collected.facts)
            findings.gaps.extend(collected.gaps)


COLLECTOR = Collector(
    name="logs",
    rank=20,
    needs=LOGS | gets("Pod"),
    when="pods",
    tells=(
        "the log of the crash, what runs now; long logs by head, tail, severe and rare lines; of a pod that "
        "runs and is broken all the same 2,000 lines"
    ),
    collect=collect,
    applies=has_pods,
    seconds=10.0,
    max_bytes=256 * 1024,
)


async def _container_logs(context: CollectorContext, pod: Object, status: Object, into: list[Collected]) -> None:
    crash = await crash_log(context, pod, status)
    if crash is not None:
        into.append(crash)
    if runs(status) and _was_started(pod):
        crashed = crash is not None and bool(crash.facts)
        into.append(await live_log(context, pod, status, LIVE_LINES if crashed else None))


def _was_started(pod: Object) -> bool:
    """A pod that no node has taken has no log."""
    return bool(node_of(pod)) or phase_of(pod) != "Pending"
