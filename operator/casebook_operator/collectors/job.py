"""How a Job was meant to end, and how its pods ended."""

from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mappings
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import NOTHING
from casebook_operator.reading.objects import listing, span


async def collect(context: CollectorContext, findings: Findings) -> None:
    for job in _jobs(context):
        _job(context, findings, job)


def applies(context: CollectorContext) -> bool:
    return bool(_jobs(context))


COLLECTOR = Collector(
    name="job",
    rank=140,
    needs=NOTHING,
    when="Jobs",
    tells="what bounds it, and how long it ran",
    collect=collect,
    applies=applies,
    seconds=1.0,
    max_bytes=4 * 1024,
)


def _jobs(context: CollectorContext) -> list[Object]:
    return [owner for owner in context.owners if owner["kind"] == "Job"]


def _job(context: CollectorContext, findings: Findings, job: Object) -> None:
    """Conditions and counts are told with the other owners; here is what they are measured by."""
    spec, status = spec_of(job), status_of(job)
    started = parse_time(status.get("startTime"))
    ran = f"has run for {span((context.now - started).total_seconds())}" if started else "has not started"
    ended = parse_time(status.get("completionTime"))
    if started and ended:
        ran = f"ran for {span((ended - started).total_seconds())}"
    bounds = listing(f"{field} {spec[field]}" for field in _BOUNDS if spec.get(field) is not None)
    suspended = ", is suspended" if spec.get("suspend") else ""
    policies = len(mappings(spec, "podFailurePolicy", "rules"))
    policy = f"; {policies} rules of podFailurePolicy" if policies else ""
    findings.fact(
        FactKind.STATE,
        f"job {name_of(job)} spec",
        f"Job {name_of(job)} {ran}{suspended} ({bounds or 'no bounds'}){policy}",
        {field: spec.get(field) for field in (*_BOUNDS, "suspend")},
        entity=Entity(kind="Job", namespace=namespace_of(job), name=name_of(job), role="owner"),
    )


_BOUNDS = ("backoffLimit", "backoffLimitPerIndex", "activeDeadlineSeconds", "completions", "parallelism")
"""Fields that end a Job (batch/v1 types.go, ``JobSpec``)."""
