"""What a bad node condition says by itself."""

from collections.abc import Mapping, Sequence

from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.models import Action, Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, ConditionTable, OtherReading, Rule, Strength

_PRESSURE_EVENTS = Condition(
    kind=(FactKind.EVENT, FactKind.STATE),
    matches={
        "reason": r"^(?:EvictionThresholdMet|Evicted|FreeDiskSpaceFailed|ImageGCFailed|SystemOOM|OOMKilling|OOMKilled)$"
    },
)
_UNKNOWN_NODE = (
    OtherReading(category=Category.HARDWARE_FAILURE, reason="A disk or machine that died stops the kubelet first."),
    OtherReading(category=Category.NETWORK_PARTITION, reason="A node that the control plane cannot reach looks dead."),
)


def match_conditions(facts: Sequence[Fact], table: ConditionTable, known: Mapping[str, str]) -> list[Match]:
    """One match per condition that is bad by the table of polarities."""
    matches = []
    for fact in facts:
        type_, status = fact.attributes.get("condition", ""), fact.attributes.get("status", "")
        row = table.rule_for(type_) if fact.kind is FactKind.NODE else None
        if row is None or not row.is_bad(status):
            continue
        category = row.category_for(fact.attributes.get("reason", "")) or Category.UNKNOWN
        match = match_rule(_rule(type_, status, category, row.source), facts, known)
        if match is not None:
            matches.append(match)
    return matches


def _rule(type_: str, status: str, category: Category, source: str) -> Rule:
    unknown = category is Category.UNKNOWN
    return Rule(
        id=f"condition-{type_.lower()}",
        category=category,
        title=f"Node condition {type_} is {status}",
        strength=Strength.SUGGESTIVE if unknown else Strength.STRONG,
        generic=unknown,
        source=source,
        all=(Condition(kind=FactKind.NODE, attributes={"condition": type_, "status": status}),),
        also=(_PRESSURE_EVENTS,) if category is Category.RESOURCE_EXHAUSTION else (),
        cause=f"The node reports {type_} = {status}[ ({{reason}})].",
        alternatives=_UNKNOWN_NODE if unknown else (),
        missing=("The node's kernel log and the kubelet's log at the time of the transition.",),
        actions=(
            Action(do="Read the condition's message, then the node's kernel log and the kubelet's log at that time."),
            Action(do="Cordon the node while it is looked at."),
        ),
    )
