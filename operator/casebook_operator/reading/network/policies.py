"""NetworkPolicies around the pod and around those that it calls."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, namespace_of
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.network.mentions import DNS_SILENT, troubled_peers
from casebook_operator.reading.network.policy_rules import Direction, Party, allows, denies_all, governs
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import listing

_DNS = Party("kube-system", {"k8s-app": "kube-dns"})
"""The label of CoreDNS in every common distribution (kubernetes cluster/addons/dns)."""
_DNS_PORT = 53


async def policy_facts(context: CollectorContext, findings: Findings, called: list[Object]) -> None:
    """Tell of the policies that may cut the pod off. ``called`` are the Services that the case names."""
    pod = context.pods[0]
    namespace, labels = namespace_of(pod), labels_of(pod)
    policies = await every(context, findings, "NetworkPolicy", namespace)
    if policies is not None:
        _of_its_own(context, findings, policies, called)
    for service in called:
        await _around(context, findings, service, Party(namespace, labels, _address(pod)))


def _of_its_own(context: CollectorContext, findings: Findings, policies: list[Object], called: list[Object]) -> None:
    """Policies of the pod's namespace that select it."""
    pod = context.pods[0]
    namespace, labels = namespace_of(pod), labels_of(pod)
    out = [one for one in policies if governs(one, "egress", labels)]
    into = [one for one in policies if governs(one, "ingress", labels)]
    names = sorted({name_of(one) for one in (*out, *into)})
    findings.looked_for("NetworkPolicies that select the pod", listing(names) or "none")
    denied = {name_of(policy) for policy in out if _egress_denied(context, findings, policy, out, called)}
    if all(denies_all(policy, "ingress") for policy in into):  # they add up: one that allows something is enough
        for policy in into:
            denied.add(name_of(policy))
            _deny(context, findings, policy, "ingress", f"lets nothing in to pod {name_of(pod)}")
    for policy in {name_of(one): one for one in (*out, *into)}.values():
        if name_of(policy) not in denied:
            text = f"NetworkPolicy {namespace}/{name_of(policy)} selects the pod; nothing says that it is in the way"
            tell(findings, ref("NetworkPolicy", namespace, name_of(policy)), "ok", text)


def _egress_denied(
    context: CollectorContext, findings: Findings, policy: Object, governing: list[Object], called: list[Object]
) -> bool:
    namespace = namespace_of(context.pods[0])
    if all(denies_all(one, "egress") for one in governing):
        _deny(context, findings, policy, "egress", f"lets nothing out of pod {name_of(context.pods[0])}")
        return True
    blocked = []
    silent = any(DNS_SILENT.search(text) for text in context.texts)
    if silent and allows(governing, "egress", _DNS, _DNS_PORT, namespace=namespace) is False:
        blocked.append("DNS (port 53)")
    for service in called:
        party = Party(namespace_of(service), dict(mapping(service, "spec", "selector")))
        targets = _targets(service)
        if targets and all(allows(governing, "egress", party, one, namespace=namespace) is False for one in targets):
            blocked.append(f"Service {name_of(service)} (port {listing(map(str, targets))})")
    for peer in troubled_peers(context.texts):
        party = Party("", {}, peer.host)
        if allows(governing, "egress", party, peer.port, namespace=namespace) is False and _is_outside(peer.host):
            blocked.append(f"{peer.host}{f':{peer.port}' if peer.port else ''}")
    if not blocked:
        return False
    _deny(context, findings, policy, "egress", f"does not let the pod reach {listing(dict.fromkeys(blocked))}")
    return True


async def _around(context: CollectorContext, findings: Findings, service: Object, caller: Party) -> None:
    """Policies of the other side: those that decide who may come in to the pods of a Service."""
    namespace, selector = namespace_of(service), dict(mapping(service, "spec", "selector"))
    if not selector:
        return
    policies = await every(context, findings, "NetworkPolicy", namespace) or []
    governing = [one for one in policies if governs(one, "ingress", selector)]
    is_foreign = foreign(context, namespace)
    names = "some" if governing and is_foreign else listing(map(name_of, governing)) or "none"
    findings.looked_for(f"NetworkPolicies that select the pods of Service {name_of(service)}", names)
    targets = _targets(service)
    if not governing or not targets:
        return
    if all(allows(governing, "ingress", caller, one, namespace=namespace) is False for one in targets):
        if is_foreign:
            text = f"The NetworkPolicies of namespace {namespace} do not let the pod in to Service {name_of(service)}"
            tell(findings, ref("Service", namespace, name_of(service)), "denies-ingress", text, suspected=False)
            return
        for policy in governing:
            _deny(context, findings, policy, "ingress", f"does not let the pod in to Service {name_of(service)}")


def _deny(context: CollectorContext, findings: Findings, policy: Object, direction: Direction, what: str) -> None:
    namespace, name = namespace_of(policy), name_of(policy)
    text = f"NetworkPolicy {namespace}/{name} {what}"
    finding = "denies-egress" if direction == "egress" else "denies-ingress"
    tell(findings, ref("NetworkPolicy", namespace, name), finding, text, field=f"spec.{direction}")
    findings.rests_on(*state_of("NetworkPolicy", policy))
    told_writes(context, findings, "NetworkPolicy", policy, "policy")


def _targets(service: Object) -> list[int | str]:
    """Policies see the port of the pod, after the Service's has been translated."""
    ports = mappings(service, "spec", "ports")
    return [target for port in ports if (target := port.get("targetPort") or port.get("port"))]


def _address(pod: Object) -> str:
    return text(pod, "status", "podIP")


def _is_outside(host: str) -> bool:
    """Neither a name of the cluster nor a bare word."""
    return "." in host and not host.endswith((".svc", ".local")) and ".svc." not in host
