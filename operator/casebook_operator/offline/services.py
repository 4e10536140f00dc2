"""Services of a bundle that a failing pod names and behind which nobody answers."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime

import structlog

from casebook_analyzer.models import UNKNOWN_TIME, Signal
from casebook_operator.cases.backing import backing_of
from casebook_operator.kube import ApiStatusError, NotHeldError, Object
from casebook_operator.kube.objects import condition_of, created_at, labels_of, name_of, namespace_of, spec_of
from casebook_operator.kube.pods import container_statuses
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, text
from casebook_operator.offline.bundle import LogKey
from casebook_operator.offline.normalise import Key
from casebook_operator.offline.relation import trigger_key
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.reading.events.records import is_own
from casebook_operator.reading.network.called_services import addresses_of, called_by, probed_peers, selecting
from casebook_operator.reading.network.mentions import troubled_peers
from casebook_operator.reading.selectors import matches
from casebook_operator.signals.services import service_signal

log = structlog.get_logger(__name__)

TAIL_LINES = 200
"""Of one log. What a program gives up for, it says at the end."""


async def unserved(snapshot: Snapshot, failing: Iterable[Object]) -> AsyncIterator[tuple[Signal, Object]]:
    """(signal, Service) of every Service without anybody behind it that a failing pod calls or the bundle is about.

    ``failing`` are pods that have a case of their own. A Service that the bundle does not hold may well exist.
    """
    callers: dict[Key, set[str]] = {}
    services: defaultdict[str, list[Object]] = defaultdict(list)
    for obj in snapshot.objects.values():
        if obj["kind"] == "Service":
            services[namespace_of(obj)].append(obj)
    for pod in failing:
        for key in _called(snapshot, pod, services[namespace_of(pod)]):
            callers.setdefault(key, set()).add(f"Pod/{namespace_of(pod)}/{name_of(pod)}")
    asked = _asked_for(snapshot)
    if asked is not None:
        callers.setdefault(asked, set())
    for key, names in sorted(callers.items()):
        service = snapshot.objects[key]
        try:
            backing = await backing_of(snapshot, service)
        except (ApiStatusError, NotHeldError) as error:
            log.debug("nobody knows who is behind a Service", service=key, error=str(error))
            continue
        since = _unready_since(snapshot, service) if backing is not None and backing.unready else None
        signal = backing and service_signal(
            service, backing, since=since or UNKNOWN_TIME, callers=sorted(names), undated=since is None
        )
        if signal:
            yield signal, service


def _asked_for(snapshot: Snapshot) -> Key | None:
    """The Service because of which somebody saved the bundle."""
    trigger = snapshot.bundle.trigger
    key = trigger_key(snapshot, trigger) if trigger is not None and trigger.name else None
    return key if key is not None and key[0] == "Service" and key in snapshot.objects else None


def _called(snapshot: Snapshot, pod: Object, near: list[Object]) -> Iterator[Key]:
    """The Services that what is told of a pod names, without those that lead to the pod itself.

    ``near`` are those of its namespace.
    """
    namespace = namespace_of(pod)
    own, addresses = selecting(near, pod), addresses_of(near)
    texts = list(_texts(snapshot, pod))
    for peer in (*troubled_peers(texts), *probed_peers(spec_of(pod), texts)):
        called = called_by(peer, namespace, addresses)
        key = ("Service", called.namespace, called.name) if called else None
        service = snapshot.objects.get(key) if key else None
        if key is not None and service is not None and service not in own:
            yield key


def _texts(snapshot: Snapshot, pod: Object) -> Iterator[str]:
    namespace, name = namespace_of(pod), name_of(pod)
    for container in container_statuses(pod):
        for key in (LogKey(namespace, name, container["name"]), LogKey("", name, container["name"])):
            for raw in snapshot.bundle.logs.get(key, {}).values():
                yield from (line.decode(errors="replace") for line in raw.splitlines()[-TAIL_LINES:])
    for event in snapshot.events:
        about = mapping(event, "involvedObject")
        same = (about.get("kind"), about.get("name")) == ("Pod", name)
        if same and about.get("namespace", namespace) == namespace and not is_own(event):
            yield text(event, "message")


def _unready_since(snapshot: Snapshot, service: Object) -> datetime | None:
    """When the newest of the pods behind a Service came, or ceased to be ready."""
    labels = spec_of(service).get("selector")
    selector = {"matchLabels": labels}
    times = [
        time
        for key, pod in snapshot.objects.items()
        if labels and key[:2] == ("Pod", namespace_of(service)) and matches(selector, labels_of(pod))
        for time in (parse_time(condition_of(pod, "Ready").get("lastTransitionTime")), created_at(pod))
        if time is not None
    ]
    return max(times, default=None)
