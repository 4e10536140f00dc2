"""Runs the collectors side by side, each within its budgets, and loses no case to any of them."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

import structlog

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Fact, GapReason
from casebook_operator.off_loop import computed
from casebook_operator.reading.collector import EvidenceSource
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.survey.registry import COLLECTORS

log = structlog.get_logger(__name__)

PASSES = 2
"""What the first collectors find calls for others: a log that names a Service, for its endpoints."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Survey:
    """What has been collected for one case so far, and by whom."""

    context: CollectorContext
    parts: tuple[Collected, ...] = ()
    ran: frozenset[str] = frozenset()

    def plus(self, *parts: Collected) -> Self:
        """The survey with further parts, such as what an alert says of the case."""
        return replace(self, parts=(*self.parts, *parts))

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for part in self.parts for fact in part.facts)


async def survey(context: CollectorContext, collectors: tuple[EvidenceSource, ...] = COLLECTORS) -> Survey:
    """Run every collector that applies and that is called for, and return what they found.

    It raises nothing: a collector that fails or takes too long leaves a Gap.
    """
    found = Survey(context=context, parts=(Collected(gaps=context.gaps),))
    for _ in range(PASSES):
        so_far = replace(context, found=found.facts)
        due = await computed(sum(map(len, so_far.texts)), _due, found, so_far, collectors)
        found = await _extended(found, so_far, due)
    return found


def _due(found: Survey, context: CollectorContext, collectors: tuple[EvidenceSource, ...]) -> list[EvidenceSource]:
    """Those that have not run and are called for: each looks through all texts for words of its own."""
    return [one for one in collectors if one.name not in found.ran and one.applies(context) and one.at_once(context)]


def available(found: Survey, collectors: tuple[EvidenceSource, ...] = COLLECTORS) -> tuple[str, ...]:
    """The names of collectors that apply and have not run yet, in a fixed order."""
    context = replace(found.context, found=found.facts)
    return tuple(one.name for one in collectors if one.name not in found.ran and one.applies(context))


async def look_again(
    found: Survey, names: Collection[str], *, seconds: float, collectors: tuple[EvidenceSource, ...] = COLLECTORS
) -> Survey:
    """Run these collectors too, for at most ``seconds`` each, and return the survey with their findings."""
    context = replace(found.context, found=found.facts)
    due = [replace(one, seconds=min(one.seconds, seconds)) for one in collectors if one.name in names]
    return await _extended(found, context, due)


async def survey_everything(context: CollectorContext, *, seconds: float = 20.0) -> Survey:
    """Run every collector that applies, also those for a second look, these for at most ``seconds`` each."""
    found = await survey(context)
    return await look_again(found, available(found), seconds=seconds)


async def _extended(found: Survey, context: CollectorContext, due: list[EvidenceSource]) -> Survey:
    parts = await asyncio.gather(*(_run(collector, context) for collector in due))
    return replace(found, parts=(*found.parts, *parts), ran=found.ran | {collector.name for collector in due})


async def _run(collector: EvidenceSource, context: CollectorContext) -> Collected:
    findings = Findings(collector.name)
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


def _within(collector: EvidenceSource, findings: Findings) -> Collected:
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
