"""Runs the collectors side by side, each within its budgets, and loses no case to any of them."""

import asyncio

import structlog

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Fact, GapReason
from casebook_operator.collectors import changes, events, logs, node, owners, pod
from casebook_operator.collectors.collector import Collector
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings

log = structlog.get_logger(__name__)

COLLECTORS = (pod.COLLECTOR, logs.COLLECTOR, events.COLLECTOR, owners.COLLECTOR, changes.COLLECTOR, node.COLLECTOR)

IN_FLIGHT = 8
"""Collectors at work at once for one case."""


async def collect_all(
    context: CollectorContext, collectors: tuple[Collector, ...] = COLLECTORS
) -> tuple[Collected, ...]:
    """The findings of every collector that applies, in a fixed order. Raises nothing but cancellation."""
    slots = asyncio.Semaphore(IN_FLIGHT)
    applicable = [collector for collector in collectors if collector.applies(context)]
    found = await asyncio.gather(*(_run(collector, context, slots) for collector in applicable))
    prepared = Collected(gaps=context.gaps)
    return (prepared, *found)


async def _run(collector: Collector, context: CollectorContext, slots: asyncio.Semaphore) -> Collected:
    findings = Findings(collector.name)
    async with slots:
        try:
            async with asyncio.timeout(collector.seconds):
                await collector.collect(context, findings)
        except TimeoutError:
            detail = f"The collector used up its {collector.seconds:.0f} s."
            findings.gap(f"everything from {collector.name}", GapReason.TIMEOUT, detail)
        except Exception as error:
            # Objects of strangers have surprises that no test foresees, and the other evidence may well suffice.
            log.exception("collector failed", collector=collector.name, subject=str(context.subject))
            detail = f"The collector failed: {type(error).__name__}. Casebook's log has the trace."
            findings.gap(f"everything from {collector.name}", GapReason.UNAVAILABLE, detail)
    return _within(collector, findings)


def _within(collector: Collector, findings: Findings) -> Collected:
    """At most the byte budget of facts. Collectors put what matters first, so the end is cut."""
    left, kept = collector.max_bytes, 0
    for fact in findings.facts:
        left -= _weight(fact)
        if left < 0:
            break
        kept += 1
    if kept < len(findings.facts):
        detail = f"{len(findings.facts) - kept} of {len(findings.facts)} facts exceed the budget of this collector."
        findings.gap(f"facts from {collector.name}", GapReason.TRUNCATED, detail)
        del findings.facts[kept:]
    return findings.collected()


def _weight(fact: Fact) -> int:
    return len(fact.text) + len(fact.source) + sum(len(name) + len(value) for name, value in fact.attributes.items())
