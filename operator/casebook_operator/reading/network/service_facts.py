"""Whether a Service has somebody behind it, and on the port that is asked for."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import being_deleted, labels_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.pods import statuses_by_kind, terminated, waiting
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.network.called_services import Called
from casebook_operator.reading.network.endpoints import endpoints_of, selected_pods
from casebook_operator.reading.network.idle import Idle, idle_behind
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import listing

MAX_NAMES = 4


async def service_facts(context: CollectorContext, called: Called, findings: Findings) -> Object | None:
    """Tell what is wrong with a Service that is called. Returns the Service, or None when it is not there."""
    about = ref("Service", called.namespace, called.name)
    sought = await find(context, findings, "Service", called.namespace, called.name)
    if sought.missing and called.troubled and called.certain:
        text = f"Service {called.namespace}/{called.name}, which the texts name, does not exist"
        tell(findings, about, "missing", text)
        findings.looked_for(f"Service {called.namespace}/{called.name}", "does not exist")
    service = sought.obj
    if service is None or spec_of(service).get("type") == "ExternalName":
        return service
    endpoints = await endpoints_of(context, findings, service)
    if endpoints.ready is None:
        return service
    if foreign(context, called.namespace):
        _of_another_namespace(findings, service, called, answers=endpoints.ready > 0)
        return service
    findings.looked_for(f"endpoints of Service {called.name}", f"{endpoints.ready} ready")
    if endpoints.ready:
        await _ports(context, findings, service, called)
        if called.troubled:
            ready = "1 ready endpoint" if endpoints.ready == 1 else f"{endpoints.ready} ready endpoints"
            tell(findings, about, "ok", f"Service {about.namespace}/{about.name} has {ready}")
        return service
    await _nobody(context, findings, service, called, endpoints.others)
    return service


def _of_another_namespace(findings: Findings, service: Object, called: Called, *, answers: bool) -> None:
    """A case learns what its pod finds out by calling: whether somebody answers on this port, not who and how many."""
    about = ref("Service", called.namespace, called.name)
    where, source = f"Service {about.namespace}/{about.name}", f"endpoints of service {about.namespace}/{about.name}"
    findings.looked_for(f"ready endpoints of {where}", "some" if answers else "none")
    if not answers:
        text = f"{where} has no ready endpoint"
        tell(findings, about, "no-ready-endpoints", text, source=source, suspected=called.troubled, ready=0)
    elif called.troubled:
        tell(findings, about, "ok", f"{where} has ready endpoints")
        headless = spec_of(service).get("clusterIP") == "None"
        for port in [] if headless else sorted(called.ports - _offered(service)):
            text = f"Callers use port {port} of {where}, which it does not have"
            tell(findings, about, "port-mismatch", text, port=port, field="spec.ports")


async def _nobody(context: CollectorContext, findings: Findings, service: Object, called: Called, others: int) -> None:
    about, suspected = ref("Service", called.namespace, called.name), called.troubled
    pods = await selected_pods(context, findings, service) or []
    selector = mapping(service, "spec", "selector")
    if selector and all(being_deleted(pod) for pod in pods):
        idle = await idle_behind(context, findings, service)
        if idle is not None:
            told_writes(context, findings, "Service", service, "service")
            _of_idle(context, findings, called, idle)
            return
    where, source = f"Service {about.namespace}/{about.name}", f"endpoints of service {about.namespace}/{about.name}"
    told_writes(context, findings, "Service", service, "service")
    if pods or others:
        states = listing(f"{name_of(pod)} ({_trouble(pod)})" for pod in pods[:MAX_NAMES])
        number = len(pods) or others
        text = f"{where} has no ready endpoint: {number} pods are behind it{f': {states}' if states else ''}"
        tell(findings, about, "no-ready-endpoints", text, source=source, suspected=suspected, ready=0)
        return
    if not selector:
        tell(
            findings,
            about,
            "no-endpoints",
            f"{where} has no selector and no endpoint",
            source=source,
            suspected=suspected,
            ready=0,
        )
        return
    wanted = listing(f"{key}={value}" for key, value in sorted(selector.items()))
    near = await _nearest(context, findings, service, selector)
    if near:
        text = f"{where} selects pods with {wanted}, and no pod has that; nearest: {near}"
        tell(
            findings,
            about,
            "selector-mismatch",
            text,
            source=source,
            suspected=suspected,
            field="spec.selector",
            ready=0,
        )
    else:
        text = f"{where} selects pods with {wanted}, and there is no such pod"
        tell(findings, about, "no-endpoints", text, source=source, suspected=suspected, field="spec.selector", ready=0)


def _of_idle(context: CollectorContext, findings: Findings, called: Called, idle: Idle) -> None:
    """That nobody is behind a Service because nobody wants pods there. What came after the failure did not cause it."""
    about, workload, suspected = ref("Service", called.namespace, called.name), idle.workload, called.troubled
    where, source = f"Service {about.namespace}/{about.name}", f"endpoints of service {about.namespace}/{about.name}"
    if idle.is_later_than(context.signal.occurred_at):
        text = f"{where} lost its pods after the failure: the replicas of {idle.title} were {idle.changed}"
        tell(findings, about, "ok", text, source=source)
        return
    text = f"{idle.kind} {about.namespace}/{name_of(workload)} is scaled to 0, and {about.kind} {about.name} needs it"
    behind = ref(idle.kind, about.namespace, name_of(workload))
    tell(
        findings,
        behind,
        "no-endpoints",
        text,
        suspected=suspected,
        hard=0,
        field="spec.replicas",
        service=about.name,
        changed=idle.changed,
    )
    told_writes(context, findings, idle.kind, workload, "replicas")
    if suspected:  # who scales it back ends this case
        findings.rests_on(*state_of(idle.kind, workload))
    text = f"{where} has no ready endpoint: {idle.title}, which is meant to be behind it, is scaled to 0"
    tell(findings, about, "no-endpoints", text, source=source, suspected=suspected, ready=0)


async def _nearest(context: CollectorContext, findings: Findings, service: Object, selector: dict[str, str]) -> str:
    """Pods that would have been meant: with some of the labels, or the name."""
    pods = await every(context, findings, "Pod", namespace_of(service)) or []
    found = []
    for pod in sorted(pods, key=name_of):
        labels = labels_of(pod)
        shares = any(labels.get(key) == value for key, value in selector.items())
        if shares or name_of(pod).startswith(f"{name_of(service)}-"):
            has = listing(f"{key}={labels.get(key, 'none')}" for key in sorted(selector))
            found.append(f"{name_of(pod)} has {has}")
    return listing(found[:MAX_NAMES])


async def _ports(context: CollectorContext, findings: Findings, service: Object, called: Called) -> None:
    about = ref("Service", namespace_of(service), name_of(service))
    ports = [port for port in mappings(service, "spec", "ports") if port.get("port")]
    offered = {int(port["port"]) for port in ports}
    headless = spec_of(service).get("clusterIP") == "None"
    if called.troubled and offered and not headless:
        for port in sorted(called.ports - _offered(service)):
            has = listing(map(str, sorted(offered)))
            text = f"Callers use port {port} of Service {about.namespace}/{about.name}, which has {has}"
            tell(findings, about, "port-mismatch", text, port=port, field="spec.ports")
    for pod in (await selected_pods(context, findings, service) or [])[:1]:
        for one in ports:
            if problem := target_problem(one, pod):
                text = f"Service {about.namespace}/{about.name} sends port {one['port']} to {problem}"
                tell(
                    findings, about, "port-mismatch", text, port=one.get("targetPort"), field="spec.ports[].targetPort"
                )


def _offered(service: Object) -> set[int]:
    ports = mappings(service, "spec", "ports")
    return {int(port[field]) for port in ports for field in ("port", "nodePort") if port.get(field)}


def target_problem(port: Object, pod: Object) -> str:
    """What is wrong with the target of a Service's port, in words; empty when nothing is known to be.

    Ports that a container does not declare may be open too.
    """
    target = port.get("targetPort") or port.get("port")
    declared = [one for container in mappings(pod, "spec", "containers") for one in mappings(container, "ports")]
    numbers = sorted({int(one["containerPort"]) for one in declared if one.get("containerPort")})
    names = sorted({str(one["name"]) for one in declared if one.get("name")})
    has = f"pod {name_of(pod)} declares {listing([*map(str, numbers), *names]) or 'no port'}"
    if isinstance(target, str) and not target.isdigit():
        return "" if target in names else f"the port named {target}, and {has}"
    return "" if not numbers or int(target or 0) in numbers else f"{target}, and {has}"


def _trouble(pod: Object) -> str:
    for _, status in statuses_by_kind(pod):
        reason = waiting(status).get("reason") or terminated(status, "lastState").get("reason")
        if reason:
            return str(reason)
    status = status_of(pod)
    return str(status.get("reason") or f"{status.get('phase') or 'unknown'}, not ready")
