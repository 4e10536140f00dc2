"""Those that something calls which a person asked about: whether they serve, and what they say themselves."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

import msgspec

from casebook_analyzer.models import Category, Fact, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at, name_of, namespace_of
from casebook_operator.kube.pods import container_statuses, finished, ready, terminated
from casebook_operator.kube.times import latest, real_time
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.logs.places import runs
from casebook_operator.reading.logs.sampling import live_log
from casebook_operator.reading.needs import LOGS, lists
from casebook_operator.reading.network.called_services import Called, called_services, selecting
from casebook_operator.reading.network.endpoints import selected_pods
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import span

MAX_PEERS = 3
"""Services whose pods are looked at: those that the log complains about first."""

LINES = 20
"""Different lines of a peer's log, the loud and rare ones before the others."""

_LATELY = timedelta(hours=1)
"""A restart or a rollout that is longer ago explains nothing that is seen now."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    services = await every(context, findings, "Service", context.subject.namespace) or []
    own = {name_of(service) for pod in context.pods[:1] for service in selecting(services, pod)}
    by_name = {name_of(service): service for service in services}
    called = [
        one
        for one in called_services(context, services)
        if one.namespace == context.subject.namespace and one.name in by_name and one.name not in own
    ]
    found = sorted(called, key=lambda one: not one.troubled)[:MAX_PEERS]
    await side_by_side(findings, *(partial(_peer, context, one, by_name[one.name]) for one in found))


def applies(context: CollectorContext) -> bool:
    return context.signal.trigger is Trigger.MANUAL and bool(context.pods and context.subject.namespace)


def at_once(context: CollectorContext) -> bool:
    """Once a log has been read: it names who was called."""
    return bool(context.found)


COLLECTOR = Collector(
    name="peers",
    rank=215,
    needs=LOGS | lists("Pod", "Service"),
    when="what a person asks about",
    tells="of those that it calls in its namespace how many pods are ready, restarts and rollouts, and their own logs",
    decides=frozenset({Category.NETWORK_PARTITION, Category.RESOURCE_EXHAUSTION, Category.SOFTWARE_BUG}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=8.0,
    max_bytes=24 * 1024,
)


async def _peer(context: CollectorContext, called: Called, service: Object, findings: Findings) -> None:
    pods = [pod for pod in await selected_pods(context, findings, service) or () if not finished(pod)]
    if not pods:
        return  # the collector of networks says so
    good = [pod for pod in pods if ready(pod)]
    lately = [*_restarts(pods, context.now), *_rollout(pods, context.now)]
    text = (
        f"Service {namespace_of(service)}/{name_of(service)}, which it calls: {len(good)} of {len(pods)} pods are ready"
    )
    unusual = called.troubled or lately or len(good) < len(pods)
    about = ref("Service", namespace_of(service), name_of(service))
    tell(findings, about, "ok", "; ".join([text, *lately]), standsOut="true" if unusual else None)
    for pod in (good or pods)[:1]:
        for status in [one for one in container_statuses(pod) if runs(one)][:1]:
            said = await live_log(context, pod, status, LINES)
            findings.add(*(_of_peer(fact, called.name) for fact in said.facts))
            findings.gaps.extend(said.gaps)


def _of_peer(fact: Fact, service: str) -> Fact:
    return msgspec.structs.replace(fact, attributes=fact.attributes | {"peer": service})


def _restarts(pods: Iterable[Object], now: datetime) -> list[str]:
    """Containers that have ended lately, each with how often and why."""
    told = []
    for pod in pods:
        for status in container_statuses(pod):
            ended = terminated(status, "lastState")
            finished_at = real_time(ended.get("finishedAt"))
            if finished_at is not None and now - finished_at <= _LATELY:
                why = f"{ended.get('reason') or 'ended'}, exit code {ended.get('exitCode')}"
                ago = span((now - finished_at).total_seconds())
                told.append(f"{name_of(pod)} was restarted {ago} ago ({why}; {status.get('restartCount')} restarts)")
    return told[:2]


def _rollout(pods: Iterable[Object], now: datetime) -> list[str]:
    newest = latest(*(created_at(pod) for pod in pods))
    is_new = newest is not None and now - newest <= _LATELY
    return [f"its newest pod is {span((now - newest).total_seconds())} old"] if is_new and newest else []
