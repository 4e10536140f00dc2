"""A workload that policies cut off from DNS, or from a Service of its namespace, that its own settings name.

That a policy lets nothing out is usual, and right, for whoever calls nobody. So only what a workload names counts, and
only where labels and ports leave no doubt. Whether the network plugin minds policies, no object tells.
"""

from collections.abc import Iterable, Iterator

from casebook_analyzer.models import Entity
from casebook_analyzer.text import compiled
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.objects import being_deleted, name_of, namespace_of, template_labels, template_spec
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mappings, number, text, texts
from casebook_operator.reading.misfits.misfit import Misfit, behind, listed, makers, runs, selects
from casebook_operator.reading.network.mentions import CalledPeer, named_peers, service_named
from casebook_operator.reading.network.policy_rules import Direction, Party, allows, governs
from casebook_operator.reading.objects import listing

_OTHERS = (
    *("CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy"),
    *("CalicoNetworkPolicy", "GlobalNetworkPolicy", "AdminNetworkPolicy"),
)
"""Policies of other kinds, which may allow what these do not. Where there are any, nobody can tell from labels."""

_DNS = (
    (Party("kube-system", {"k8s-app": "kube-dns"}), 53),
    (Party("openshift-dns", {"dns.operator.openshift.io/daemonset-dns": "default"}), 5353),
)
"""Where name servers are, by namespace, labels and the port of the pod (kubernetes cluster/addons/dns; OpenShift's DNS
operator)."""
_DNS_PORTS = frozenset({53, 5353, "53", "dns", "dns-tcp", "domain"})
"""Whoever allows one of these has thought of DNS, and knows where it is."""

_HOST_NAMED = compiled(r"(?i)(?:^|[_-])(?:host(?:name)?|addr(?:ess)?|server|endpoint|broker|peer|url|uri|dsn)s?$")
"""Names of variables whose value is a host where it is a bare word."""

MOST_CALLED = 10
"""Services of one workload that are looked at."""
_MOST_VALUES, _LONGEST = 200, 500
"""Variables and arguments of one workload that are read, and of each so many characters."""


async def cut_off(kube: ObjectReader, maker: Object) -> list[Misfit]:
    """What policies keep a workload from. Errors are those of :func:`listed`."""
    spec, namespace, labels = template_spec(maker), namespace_of(maker), template_labels(maker)
    if not runs(maker) or being_deleted(maker) or spec.get("hostNetwork"):
        return []
    policies = await listed(kube, "NetworkPolicy", namespace)
    services = {name_of(one): one for one in await listed(kube, "Service", namespace)} if policies else {}
    called = [
        services[name] for name in _called(spec, namespace, services.keys()) if not selects(services[name], labels)
    ]
    if not called:
        return []
    out = [one for one in policies if governs(one, "egress", labels)]
    found = _from_dns(maker, out, called)
    made_by = await makers(kube, namespace)
    for service in called[:MOST_CALLED]:
        found += _from_service(maker, policies, out, service, behind(service, made_by))
    return [] if found and await _has_others(kube, namespace) else found


def _from_dns(maker: Object, out: list[Object], called: list[Object]) -> list[Misfit]:
    """Whoever names a Service needs its address."""
    namespace, spec = namespace_of(maker), template_spec(maker)
    if not out or spec.get("dnsPolicy") not in (None, "ClusterFirst") or _allows_dns(out, namespace):
        return []
    need = f"DNS, which it needs to find Service {name_of(called[0])}"
    return [_misfit(maker, out, "egress", "NoDNS", need, "DNS (UDP and TCP port 53)")]


def _allows_dns(out: list[Object], namespace: str) -> bool:
    rules = [rule for policy in out for rule in mappings(policy, "spec", "egress")]
    if any(port.get("port") in _DNS_PORTS for rule in rules for port in mappings(rule, "ports")):
        return True
    return any(allows(out, "egress", party, port, namespace=namespace) is not False for party, port in _DNS)


def _from_service(
    maker: Object, policies: list[Object], out: list[Object], service: Object, answering: list[Object]
) -> Iterator[Misfit]:
    """Both ends have to allow it. Named ports, and pods of somebody else's making, are not judged."""
    namespace = namespace_of(maker)
    targets = [number(port, "targetPort") or number(port, "port") for port in mappings(service, "spec", "ports")]
    named = any(text(port, "targetPort") for port in mappings(service, "spec", "ports"))
    if named or not targets or not answering:
        return
    what = f"Service {name_of(service)} (port {listing(map(str, targets))})"
    pods = [Party(namespace, template_labels(one)) for one in answering]
    if out and _all_denied(out, "egress", pods, targets, namespace):
        yield _misfit(maker, out, "egress", "NoWayOut", what, what)
        return
    caller = [Party(namespace, template_labels(maker))]
    into = [[one for one in policies if governs(one, "ingress", pod.labels)] for pod in pods]
    if all(into) and all(_all_denied(governing, "ingress", caller, targets, namespace) for governing in into):
        yield _misfit(maker, into[0], "ingress", "NoWayIn", what, what)


def _all_denied(
    policies: list[Object], direction: Direction, parties: list[Party], ports: list[int], namespace: str
) -> bool:
    return all(
        allows(policies, direction, party, port, namespace=namespace) is False for party in parties for port in ports
    )


def _misfit(maker: Object, policies: list[Object], direction: Direction, reason: str, need: str, peer: str) -> Misfit:
    policy, namespace = policies[0], namespace_of(maker)
    names = listing(sorted(name_of(one) for one in policies))
    what = "NetworkPolicy" if len(policies) == 1 else "NetworkPolicies"
    who = f"{maker['kind']} {name_of(maker)}"
    verb = "does not let" if len(policies) == 1 else "do not let"
    way = "reach" if direction == "egress" else "in to"
    return Misfit(
        reason=reason,
        about=Entity(kind="NetworkPolicy", namespace=namespace, name=name_of(policy)),
        finding="cuts-off",
        text=f"{what} {names} of namespace {namespace} {verb} {who} {way} {need}",
        field=f"spec.{direction}",
        attributes={"peer": peer},
    )


def _called(spec: Object, namespace: str, names: Iterable[str]) -> list[str]:
    """The Services of the namespace that settings name as hosts: not every word that is one's name."""
    found: dict[str, None] = {}
    for peer in _hosts(spec):
        named = service_named(peer.host, namespace)
        if named and named[0] == namespace and named[1] in names:
            found[named[1]] = None
    return list(found)


def _hosts(spec: Object) -> Iterator[CalledPeer]:
    for value, is_host in list(_values(spec))[:_MOST_VALUES]:
        for peer in named_peers([value]):
            if is_host or peer.port or peer.host != value.lower():
                yield peer


def _values(spec: Object) -> Iterator[tuple[str, bool]]:
    """(value, whether a bare word in it is a host) of variables and arguments."""
    for container in containers_of(spec):
        for entry in mappings(container, "env"):
            yield text(entry, "value")[:_LONGEST], bool(_HOST_NAMED.search(text(entry, "name")))
        for word in (*texts(container, "command"), *texts(container, "args")):
            yield word[:_LONGEST], False


async def _has_others(kube: ObjectReader, namespace: str) -> bool:
    for kind in _OTHERS:
        if await listed(kube, kind, namespace):
            return True
    return False
