"""A Service that selects nobody, while somebody is meant to be behind it.

Pods that are there and not ready say so themselves, and have a case of their own. That nobody is behind a Service is
usual: what is scaled to 0, the read replicas of a database that has one instance, a canary between two releases. So
either a workload has to wait for its callers in vain, or a route has to send them to nobody.
"""

from difflib import SequenceMatcher

from casebook_analyzer.models import Entity
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.objects import being_deleted, name_of, namespace_of, spec_of, template_labels, template_spec
from casebook_operator.kube.pods import finished
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.misfits.ingresses import backends_of
from casebook_operator.reading.misfits.misfit import Misfit, behind, listed, makers, runs, selects
from casebook_operator.reading.objects import listing
from casebook_operator.reading.selectors import label_selector

ALIKE = 0.75
"""From which likeness on two values are one with a typing error: ``catalog`` and ``catalogue`` have 0.88, ``web`` and
``worker`` 0.44. Twice the common letters of all (difflib, ``SequenceMatcher.ratio``)."""

_LONGEST = 63
"""Characters of a value of a label (apimachinery pkg/util/validation)."""


async def service_misfits(kube: ObjectReader, service: Object) -> list[Misfit]:
    """Why nobody can answer behind a Service. Errors are those of :func:`listed`."""
    spec, namespace = spec_of(service), namespace_of(service)
    selector = mapping(spec, "selector")
    if not selector or spec.get("type") == "ExternalName" or being_deleted(service):
        return []
    slices = await listed(kube, "EndpointSlice", namespace, labels=f"kubernetes.io/service-name={name_of(service)}")
    if any(mappings(part, "endpoints") for part in slices):
        return _without_ports(service, slices)
    made_by = await makers(kube, namespace)
    if behind(service, made_by):
        return []
    why = await _nearest(kube, service, made_by) or await _route_to(kube, service)
    if not why or await _has_pods(kube, namespace, selector):
        return []
    wanted = listing(f"{key}={value}" for key, value in sorted(selector.items()))
    said = f"Service {namespace}/{name_of(service)} selects pods with {wanted}, and no pod has that; {why}"
    return [_misfit(service, "SelectsNobody", "selector-mismatch", said, "spec.selector")]


def _without_ports(service: Object, slices: list[Object]) -> list[Misfit]:
    """Endpoints without any port: those of the Service are named, and no container calls one of its own so.

    The ports of pods that do not have a port are left out of an EndpointSlice (k8s.io/endpointslice,
    ``getEndpointPorts``).
    """
    ports = mappings(service, "spec", "ports")
    named = [text(port, "targetPort") for port in ports]
    if not ports or not all(named) or any(name.isdigit() for name in named):
        return []
    if any(mappings(part, "ports") for part in slices if mappings(part, "endpoints")):
        return []
    where = f"Service {namespace_of(service)}/{name_of(service)}"
    said = f"{where} sends its callers to the port named {listing(named)}, and no container of its pods has such a port"
    return [_misfit(service, "NoSuchPort", "port-mismatch", said, "spec.ports[].targetPort", port=listing(named))]


def _misfit(service: Object, reason: str, finding: str, said: str, field: str, **attributes: str) -> Misfit:
    about = Entity(kind="Service", namespace=namespace_of(service), name=name_of(service))
    return Misfit(reason=reason, about=about, finding=finding, text=said, field=field, attributes=attributes)


async def _nearest(kube: ObjectReader, service: Object, made_by: list[Object]) -> str:
    """The workload that the Service is meant for, in words: no other Service leads to it, and it looks alike."""
    likely = [one for one in made_by if runs(one) and _meant(service, one)]
    if not likely:
        return ""
    others = await listed(kube, "Service", namespace_of(service))
    for one in sorted(likely, key=name_of):
        labels = template_labels(one)
        if not any(selects(other, labels) for other in others):
            has = listing(f"{key}={labels.get(key, 'none')}" for key in sorted(mapping(service, "spec", "selector")))
            return f"nearest: {one['kind']} {name_of(one)} has {has}"
    return ""


def _meant(service: Object, maker: Object) -> bool:
    """Whether the pods differ from what a Service selects as by mistake.

    A label that the template does not have at all may be one that an operator gives to pods, such as their role. Ports
    that are declared have to be those that the Service sends its callers to.
    """
    labels, selector = template_labels(maker), mapping(service, "spec", "selector")
    if not _ports_fit(service, maker):
        return False
    if name_of(service) in (name_of(maker), text(maker, "spec", "serviceName")):
        return True
    wrong = {key: value for key, value in selector.items() if labels.get(key) != value}
    return all(key in labels and _alike(str(value), labels[key]) for key, value in wrong.items())


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one[:_LONGEST], other[:_LONGEST]).ratio() >= ALIKE


def _ports_fit(service: Object, maker: Object) -> bool:
    declared = [
        port for container in mappings(template_spec(maker), "containers") for port in mappings(container, "ports")
    ]
    has = {port.get("containerPort") for port in declared} | {port.get("name") for port in declared}
    wanted = {port.get("targetPort") or port.get("port") for port in mappings(service, "spec", "ports")}
    return not declared or not wanted or bool(has & wanted)


async def _route_to(kube: ObjectReader, service: Object) -> str:
    """The Ingress that sends requests to a Service, in words."""
    for ingress in await listed(kube, "Ingress", namespace_of(service)):
        if any(name == name_of(service) for name, _ in backends_of(ingress)):
            return f"Ingress {name_of(ingress)} sends requests to it"
    return ""


async def _has_pods(kube: ObjectReader, namespace: str, selector: Object) -> bool:
    """Whether pods of somebody else's making are selected: their endpoints are on their way."""
    pods = await listed(kube, "Pod", namespace, labels=label_selector({"matchLabels": selector}))
    return any(not finished(pod) for pod in pods)
