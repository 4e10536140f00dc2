"""What a NetworkPolicy allows, as far as labels and ports tell. Pure functions; None means that nobody knows."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from casebook_operator.kube import Object
from casebook_operator.kube.objects import spec_of
from casebook_operator.kube.values import mapping, mappings, texts
from casebook_operator.reading.selectors import matches

Direction = Literal["ingress", "egress"]

_NAMESPACE_NAME = "kubernetes.io/metadata.name"
"""The label that every namespace has since 1.21 (apiserver registry/core/namespace)."""


@dataclass(frozen=True, slots=True)
class Party:
    """The other end of a connection."""

    namespace: str
    labels: dict[str, str] = field(default_factory=dict)
    address: str = ""


def governs(policy: Object, direction: Direction, labels: dict[str, str]) -> bool:
    """Whether a policy restricts a pod with these labels in this direction."""
    spec = spec_of(policy)
    default = ["Ingress", *(["Egress"] if spec.get("egress") else [])]
    types = spec.get("policyTypes") or default
    return direction.capitalize() in types and matches(mapping(spec, "podSelector"), labels)


def denies_all(policy: Object, direction: Direction) -> bool:
    return not spec_of(policy).get(direction)


def allows(
    policies: Iterable[Object], direction: Direction, party: Party, port: int | str | None, *, namespace: str
) -> bool | None:
    """Whether any of the policies of ``namespace`` lets a connection with ``party`` pass; one is enough.

    Policies add up (networking/v1 types.go). None when labels and ports do not tell.
    """
    return _any_of(
        *(
            _all_of(_port(rule, port), _party(rule.get("from" if direction == "ingress" else "to"), party, namespace))
            for policy in policies
            for rule in mappings(policy, "spec", direction)
        )
    )


def _all_of(*answers: bool | None) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _any_of(*answers: bool | None) -> bool | None:
    if True in answers:
        return True
    return None if None in answers else False


def _port(rule: Object, port: int | str | None) -> bool | None:
    ports = mappings(rule, "ports")
    if not ports:
        return True
    if port is None:
        return None
    unknown = False
    for one in ports:
        allowed = one.get("port")
        if allowed is None or allowed == port:
            return True
        if isinstance(allowed, int) and isinstance(port, int):
            if allowed <= port <= (one.get("endPort") or allowed):
                return True
        else:
            unknown = True  # a name against a number: the pod decides which it is
    return None if unknown else False


def _party(peers: Iterable[Object] | None, party: Party, namespace: str) -> bool | None:
    if not peers:
        return True
    return _any_of(*(_peer(peer, party, namespace) for peer in peers))


def _peer(peer: Object, party: Party, namespace: str) -> bool | None:
    if block := peer.get("ipBlock"):
        return _in_block(block, party.address)
    of_namespace: bool | None = party.namespace == namespace
    if "namespaceSelector" in peer:
        of_namespace = _namespace(peer["namespaceSelector"] or {}, party.namespace)
    return _all_of(of_namespace, matches(mapping(peer, "podSelector"), party.labels))


def _namespace(selector: Object, namespace: str) -> bool | None:
    keys = {*mapping(selector, "matchLabels"), *(one.get("key") for one in mappings(selector, "matchExpressions"))}
    if keys - {_NAMESPACE_NAME}:
        return None
    return matches(selector, {_NAMESPACE_NAME: namespace})


def _in_block(block: Object, address: str) -> bool | None:
    try:
        inside = ipaddress.ip_address(address) in ipaddress.ip_network(str(block.get("cidr")), strict=False)
        out = any(
            ipaddress.ip_address(address) in ipaddress.ip_network(str(cidr), strict=False)
            for cidr in texts(block, "except")
        )
    except ValueError:
        return None
    return inside and not out
