"""Matches for bad node conditions, with categories from the table of conditions."""

from collections.abc import Mapping, Sequence

from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.models import Action, Category, Fact, FactKind
from casebook_analyzer.taxonomy import (
    Condition,
    ConditionRule,
    ConditionTable,
    ObjectToFix,
    OtherReading,
    Rule,
    Strength,
)

_PRESSURE_EVENTS = Condition(
    kind=(FactKind.EVENT, FactKind.STATE),
    matches={
        "reason": r"^(?:EvictionThresholdMet|Evicted|FreeDiskSpaceFailed|ImageGCFailed|SystemOOM|OOMKilling|OOMKilled)$"
    },
)
_FREE_DISK = Condition(
    kind=FactKind.COMMAND,
    text=r"\s(?:\d|[1-5]\d|6[0-5])%\s+(?:/|/var|/var/lib|/var/lib/(?:kubelet|containerd|docker|rancher)\S*)$",
    because="df shows room on the file system that the kubelet watches.",
)
_HEALTHY_READINGS = (
    OtherReading(category=Category.HARDWARE_FAILURE, reason="A disk or machine that died stops the kubelet first."),
    OtherReading(category=Category.NETWORK_PARTITION, reason="A node that the control plane cannot reach looks dead."),
)
_RUNTIME_READINGS = (
    OtherReading(category=Category.HARDWARE_FAILURE, reason="A runtime hangs when the disk below it does not answer."),
    OtherReading(category=Category.RESOURCE_EXHAUSTION, reason="Without memory or disk the runtime is slow or killed."),
    OtherReading(category=Category.SOFTWARE_BUG, reason="The runtime itself may hang."),
)
_PRESSURE = frozenset({"MemoryPressure", "DiskPressure", "PIDPressure"})
_NODE = (ObjectToFix(kind="Node", name="{node}", cluster_scoped=True),)
_READ_THE_NODE = Action(
    do="Read the condition's message, then the kernel log and the kubelet's log of node {node} at that time.",
    verify="kubectl describe node {node}",
    risk="None: it only reads.",
)
_CORDON = Action(
    do="Cordon node {node} while it is looked at.",
    verify="kubectl get pods -A -o wide --field-selector spec.nodeName={node}",
    risk="New pods go elsewhere.",
)
_FREE = Action(
    do="Find what uses the resource on node {node}; set requests and limits on the pods that have none.",
    verify="kubectl describe node {node}",
    risk="Evicted pods are placed elsewhere, and may be too many for the other nodes.",
)


def match_conditions(facts: Sequence[Fact], table: ConditionTable, known: Mapping[str, str]) -> list[Match]:
    """One match per condition that is bad by the table of polarities.

    A condition whose message is a kernel line says no more than that line: what the line means is for its own rule.
    """
    told = {fact.source for fact in facts if fact.kind is FactKind.KERNEL}
    matches = []
    for fact in facts:
        type_, status = fact.attributes.get("condition", ""), fact.attributes.get("status", "")
        if fact.kind is not FactKind.NODE or "nodes" in fact.attributes:  # a count of other nodes
            continue
        row = table.rule_for(type_)
        if row is None or not row.is_bad(status):
            continue
        category = row.category_for(fact.attributes.get("reason", "")) or Category.UNKNOWN
        match = match_rule(_rule(row, fact, category, said_by_kernel=fact.source in told), facts, known)
        if match is not None:
            matches.append(match)
    return matches


def _rule(row: ConditionRule, fact: Fact, category: Category, *, said_by_kernel: bool) -> Rule:
    type_, status = fact.attributes["condition"], fact.attributes["status"]
    unknown = category is Category.UNKNOWN
    pressure = type_ in _PRESSURE
    return Rule(
        id=f"condition-{type_.lower()}",
        category=category,
        title=f"Node condition {type_} is {status}",
        strength=Strength.SUGGESTIVE if unknown else Strength.STRONG,
        generic=unknown or said_by_kernel,
        source=row.source,
        all=(Condition(kind=FactKind.NODE, attributes={"condition": type_, "status": status}),),
        also=(_PRESSURE_EVENTS,) if category is Category.RESOURCE_EXHAUSTION else (),
        against=(_FREE_DISK,) if type_ == "DiskPressure" else (),
        cause=f"The node reports {type_} = {status}[ ({{reason}})].",
        fix=_NODE,
        alternatives=_readings(fact) if unknown else (),
        missing=("The node's kernel log and the kubelet's log at the time of the transition.",),
        asks=("neighbours", "metrics") if pressure else ("neighbours", "devices"),
        actions=(_FREE, _READ_THE_NODE) if pressure else (_READ_THE_NODE, _CORDON),
    )


def _readings(fact: Fact) -> tuple[OtherReading, ...]:
    """PLEG and a runtime that is down name a symptom of something below the kubelet."""
    below = ("PLEG", "runtime is down", "container runtime", "RuntimeUnhealthy", "RuntimeProblem")
    return _RUNTIME_READINGS if any(word in fact.text for word in below) else _HEALTHY_READINGS
