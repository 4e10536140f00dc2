"""Why the other nodes do not take a pod: what decides is not all there is to mend."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.models import Fact, FactKind

_OF_ANY_CLUSTER = ("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master")
"""Taints that a control plane has, and nobody means to have tolerated."""

_DEMANDS = {"spread": "podRules", "pod-affinity": "podRules", "affinity": "nodeLabels", "ports": "hostPorts"}
"""Kind of reason -> the attribute with what the pod asks for."""


def of_other_nodes(match: Match, facts: Sequence[Fact]) -> str:
    """A sentence with the scheduler's other reasons, in its words; empty where there are none.

    The collector of Events makes a fact of each reason: ``No node for the pod; 6 of 9 nodes: REASON``.
    """
    if not any("scheduling" in fact.attributes for fact in match.facts):
        return ""
    told: list[str] = []
    for reason in _reasons(match, facts):
        told += [reason] if not any(reason in before for before in told) else []
    return f"Besides: {'; '.join(told)}." if told else ""


def _reasons(match: Match, facts: Sequence[Fact]) -> Iterator[str]:
    decides = {fact.attributes.get("scheduling") for fact in match.facts}
    for fact in facts:
        kind = fact.attributes.get("scheduling")
        if fact.kind is not FactKind.EVENT or kind is None or kind in decides:
            continue
        if not fact.attributes.get("taint", "").startswith(_OF_ANY_CLUSTER):
            asked = _asked(kind, facts)
            reason = fact.text.partition("; ")[2].rstrip(".") or fact.text.rstrip(".")
            yield f"{reason} ({asked})" if asked else reason


def _asked(kind: str, facts: Sequence[Fact]) -> str:
    """What the pod's specification demands of that kind, which the scheduler does not repeat."""
    if kind == "volume":
        told = (fact.attributes for fact in facts if fact.kind is FactKind.OBJECT)
        claims = ", ".join(at["name"] for at in told if at.get("object") == "PersistentVolumeClaim")
        return f"of its claim {claims}" if claims else ""
    name = _DEMANDS.get(kind)
    values = (fact.attributes[name] for fact in facts if fact.kind is FactKind.STATE and name in fact.attributes)
    value = next(values, "")
    return f"it asks for {value}" if value else ""
