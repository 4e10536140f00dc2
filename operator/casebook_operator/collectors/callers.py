"""Who fails because of a Service: the Investigations of its namespace whose evidence shows it to be broken."""

from casebook_analyzer.models import Entity, FactKind, ResolutionKind
from casebook_operator.investigation import parse
from casebook_operator.investigation.blame import broken_services, name_of, resolution_of
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists

MAX_CALLERS = 10
"""Callers that are told; of the others there is only the number."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    cases = [parse(body) for body in await every(context, findings, "Investigation", context.subject.namespace) or ()]
    service = name_of(context.subject)
    # What was closed as a symptom fails still; what has recovered does not.
    standing = (case for case in cases if not case.resolved or resolution_of(case) == ResolutionKind.EXPLAINED)
    calling = [case for case in standing if service in broken_services(case)]
    newest = {name_of(case.subject): case for case in sorted(calling, key=lambda case: case.created_at)}
    findings.looked_for(f"Investigations that name Service {context.subject.name}", f"{len(newest)} workloads")
    for case in list(newest.values())[:MAX_CALLERS]:
        subject = case.subject
        caller = Entity(kind=subject.kind, namespace=subject.namespace, name=subject.name, role="affected")
        findings.entity(caller)
        findings.fact(
            FactKind.STATE,
            f"investigation {case.namespace}/{case.name}",
            f"{caller} calls it and fails with {case.signal.trigger}",
            {"caller": str(caller), "reason": context.signal.reason},
            entity=caller,
            time=case.signal.occurred_at,
        )


def applies(context: CollectorContext) -> bool:
    return context.subject.kind == "Service"


COLLECTOR = Collector(
    name="callers",
    rank=180,
    needs=lists("Investigation"),
    when="Services",
    tells="the Investigations of the namespace that name it: who fails because of it",
    collect=collect,
    applies=applies,
    seconds=4.0,
    max_bytes=4 * 1024,
)
