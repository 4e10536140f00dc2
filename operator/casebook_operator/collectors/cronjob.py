"""Why a CronJob does not run when it should: suspended, forbidden to overlap, late, or failing each time."""

from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_status, metadata_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mappings
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.objects import listing, span
from casebook_operator.reading.ownership import belongs


async def collect(context: CollectorContext, findings: Findings) -> None:
    cron = _cron(context)
    if cron is None:
        return
    _schedule(context, findings, cron)
    jobs = [one for one in await every(context, findings, "Job", namespace_of(cron)) or () if belongs(one, cron)]
    failed = [one for one in jobs if _is(one, "Failed")]
    if jobs:
        latest = sorted(jobs, key=lambda one: str(metadata_of(one).get("creationTimestamp")))[-3:]
        states = listing(
            f"{name_of(one)} {'failed' if _is(one, 'Failed') else 'complete' if _is(one, 'Complete') else 'runs'}"
            for one in latest
        )
        findings.fact(
            FactKind.STATE,
            f"jobs of cronjob {name_of(cron)}",
            f"CronJob {name_of(cron)}: {len(failed)} of {len(jobs)} kept Jobs failed; the latest: {states}",
            {"failed": len(failed), "jobs": len(jobs)},
            entity=_entity(cron),
        )


def applies(context: CollectorContext) -> bool:
    return _cron(context) is not None


COLLECTOR = Collector(
    name="cronjob",
    rank=150,
    needs=lists("Job"),
    when="CronJobs",
    tells="schedule, what holds it up, how the latest Jobs ended",
    collect=collect,
    applies=applies,
    seconds=4.0,
    max_bytes=4 * 1024,
)


def _cron(context: CollectorContext) -> Object | None:
    return next((owner for owner in context.owners if owner["kind"] == "CronJob"), None)


def _schedule(context: CollectorContext, findings: Findings, cron: Object) -> None:
    spec, status = spec_of(cron), status_of(cron)
    last, success = parse_time(status.get("lastScheduleTime")), parse_time(status.get("lastSuccessfulTime"))
    active = len(mappings(status, "active"))
    parts = (
        "suspended" if spec.get("suspend") else "",
        f"concurrencyPolicy {spec.get('concurrencyPolicy') or 'Allow'}",
        f"startingDeadlineSeconds {spec['startingDeadlineSeconds']}" if spec.get("startingDeadlineSeconds") else "",
        f"{active} running",
        f"last scheduled {span((context.now - last).total_seconds())} ago" if last else "never scheduled",
        f"last success {span((context.now - success).total_seconds())} ago" if success else "no success yet",
    )
    zone = f" {spec['timeZone']}" if spec.get("timeZone") else ""
    findings.fact(
        FactKind.STATE,
        f"cronjob {name_of(cron)} spec and status",
        f"CronJob {name_of(cron)} runs at {spec.get('schedule')}{zone}: {listing(parts)}",
        {
            "schedule": spec.get("schedule"),
            "suspend": str(bool(spec.get("suspend"))).lower(),
            "concurrencyPolicy": spec.get("concurrencyPolicy") or "Allow",
            "active": active,
        },
        entity=_entity(cron),
    )


def _entity(cron: Object) -> Entity:
    return Entity(kind="CronJob", namespace=namespace_of(cron), name=name_of(cron), role="owner")


def _is(job: Object, condition: str) -> bool:
    return condition_status(job, condition) == "True"
