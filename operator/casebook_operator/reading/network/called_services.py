"""Which Services matter to a case: those that its texts, its settings and its subject name. Pure functions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from casebook_analyzer.text import compiled
from casebook_analyzer.text.hosts import is_address
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, namespace_of, spec_of
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping, mappings, texts
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.network.mentions import (
    CalledPeer,
    named_peers,
    service_named,
    troubled_peers,
)
from casebook_operator.reading.pods.demands import specification

MAX_CALLED = 6
"""Services that are looked at, those of the texts first."""

_PROBE_FIELDS = ("livenessProbe", "readinessProbe", "startupProbe")

_PROBE_FAILED = compiled(r"(?i)\b(?:liveness|readiness|startup) probe (?:failed|errored)")
"""Kubelet's Event of a probe (pkg/kubelet/prober/prober.go)."""

_API_SERVER = ("default", "kubernetes")


@dataclass(frozen=True, slots=True)
class Called:
    """A Service by the name that a caller used."""

    namespace: str
    name: str
    ports: frozenset[int] = frozenset()
    troubled: bool = False
    """A text says that it could not be reached."""
    certain: bool = True
    """The name can be nothing else. A missing Service is told only then, and only of a troubled one."""


def called_services(context: CollectorContext, own: list[Object]) -> list[Called]:
    """The Services that the case's texts, settings and subject name. ``own`` are those of its namespace."""
    merged: dict[tuple[str, str], Called] = {}
    for one in _all(context, own):
        key = (one.namespace, one.name)
        known = merged.get(key)
        if key == _API_SERVER:
            continue
        merged[key] = one if known is None else _joined(known, one)
    return list(merged.values())[:MAX_CALLED]


def _joined(one: Called, other: Called) -> Called:
    return replace(
        one,
        ports=one.ports | other.ports,
        troubled=one.troubled or other.troubled,
        certain=one.certain or other.certain,
    )


def _all(context: CollectorContext, own: list[Object]) -> Iterator[Called]:
    namespace = context.subject.namespace
    names = {name_of(service) for service in own}
    addresses = addresses_of(own)
    if context.subject.kind == "Service":
        yield Called(namespace, context.subject.name, troubled=True)
    for peer in troubled_peers(context.texts):
        found = called_by(peer, namespace, addresses)
        if found is not None and (peer.unresolved or peer.port or found.name in names or found.namespace != namespace):
            yield replace(found, troubled=True, certain=found.certain and peer.unresolved)
    others = names - {name_of(service) for pod in context.pods[:1] for service in selecting(own, pod)}
    for peer in probed_peers(specification(context), context.texts):
        found = called_by(peer, namespace, addresses)
        if found is not None and (found.namespace != namespace or found.name in others):
            yield replace(found, troubled=True, certain=False)
    for peer in named_peers(_settings(context)):
        found = called_by(peer, namespace, addresses)
        if found is not None and (found.namespace != namespace or found.name in names):
            yield replace(found, certain=False)


def addresses_of(services: Iterable[Object]) -> dict[str, str]:
    """The names of Services by their addresses in the cluster, and those by which it is called from outside."""
    found: dict[str, str] = {}
    for service in services:
        spec, balancers = spec_of(service), mappings(service, "status", "loadBalancer", "ingress")
        given = [spec.get("clusterIP"), *texts(spec, "clusterIPs"), *texts(spec, "externalIPs")]
        for address in (*given, *(balancer.get("ip") for balancer in balancers)):
            found.setdefault(str(address), name_of(service))
    return found


def called_by(peer: CalledPeer, namespace: str, addresses: Mapping[str, str]) -> Called | None:
    """The Service that a host or an address may stand for, as seen from a namespace; None if it cannot be one.

    ``addresses`` are those of the Services of the caller's namespace.
    """
    ports = frozenset([peer.port]) if peer.port else frozenset()
    if is_address(peer.host):
        name = addresses.get(peer.host)
        return Called(namespace, name, ports, certain=False) if name else None
    named = service_named(peer.host, namespace)
    return Called(named[0], named[1], ports, certain=named[2]) if named else None


def _settings(context: CollectorContext) -> Iterator[str]:
    """Values of variables and arguments. They are compared with names of Services and go nowhere else."""
    spec = specification(context)
    for container in containers_of(spec):
        yield from (str(entry["value"]) for entry in mappings(container, "env") if entry.get("value"))
        yield from (str(word) for word in (*texts(container, "command"), *texts(container, "args")))


def probed_peers(spec: Object, texts: Iterable[str]) -> list[CalledPeer]:
    """The hosts that failing probes of a pod ask, other than the pod itself. Many of these words are no hosts."""
    return named_peers(_probes(spec)) if any(_PROBE_FAILED.search(text) for text in texts) else []


def _probes(spec: Object) -> Iterator[str]:
    """Hosts that probes ask instead of their own pod, and commands that they run."""
    for container in mappings(spec, "containers"):
        for probe in filter(None, (container.get(field) for field in _PROBE_FIELDS)):
            for argument in texts(probe, "exec", "command"):
                yield from str(argument).split()
            for handler in ("httpGet", "tcpSocket"):
                asked = mapping(probe, handler)
                if asked.get("host"):
                    yield f"{asked['host']}:{asked.get('port')}"


def selecting(services: list[Object], pod: Object) -> list[Object]:
    """Services of the pod's namespace that send their callers to it."""
    labels = labels_of(pod)
    return [
        service
        for service in services
        if (selector := spec_of(service).get("selector"))
        and namespace_of(service) in ("", namespace_of(pod))
        and all(labels.get(key) == value for key, value in selector.items())
    ]
