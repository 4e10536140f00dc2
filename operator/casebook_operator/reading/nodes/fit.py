"""Which nodes a pod may not run on, whatever room they have: not ready, cordoned, tainted, without its labels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, labels_of, name_of, spec_of
from casebook_operator.kube.values import mapping, mappings, text, texts
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import Expression, holds, required_terms, tolerates

MAX_NAMES = 5
"""Nodes, labels or values that a line names; the others are counted."""

_BY_CONTROLLERS = "node.kubernetes.io/"
"""Taints that repeat conditions and the cordon (pkg/controller/nodelifecycle), which are told as such."""


def readiness_facts(findings: Findings, nodes: list[Object]) -> None:
    """Tell of nodes that are cordoned or not ready."""
    cordoned = [node for node in nodes if spec_of(node).get("unschedulable")]
    _some(findings, cordoned, nodes, "cordoned", {"unschedulable": "true"})
    for status in ("False", "Unknown"):
        lost = [node for node in nodes if _ready(node) == status]
        words = "not ready" if status == "False" else "not heard of"
        _some(findings, lost, nodes, words, {"condition": "Ready", "status": status, "bad": "true"})


def taint_facts(findings: Findings, spec: Object, nodes: list[Object]) -> None:
    """Tell of taints that the pod does not tolerate, each with the number of nodes that have it."""
    having: defaultdict[tuple[str, str, str], list[Object]] = defaultdict(list)
    for node in nodes:
        for taint in mappings(node, "spec", "taints"):
            key = text(taint, "key")
            if key.startswith(_BY_CONTROLLERS) or tolerates(spec, taint):
                continue
            having[key, text(taint, "value"), text(taint, "effect")].append(node)
    for (key, value, effect), tainted in sorted(having.items()):
        told = f"{key}{f'={value}' if value else ''}:{effect}"
        attributes = {"taint": key, "effect": effect}
        _some(findings, tainted, nodes, f"tainted with {told}, which the pod does not tolerate", attributes)


def label_facts(context: CollectorContext, findings: Findings, spec: Object, nodes: list[Object]) -> None:
    """Tell of labels that the pod asks for and no node has: the one mismatch that waiting does not mend."""
    selector = mapping(spec, "nodeSelector")
    for key, value in sorted(selector.items()):
        expression = {"key": key, "operator": "In", "values": [value]}
        if not any(holds(expression, node) for node in nodes):
            _unmet(context, findings, f"spec.nodeSelector[{key}]", expression, nodes)
    terms = required_terms(spec)
    possible = [node for node in nodes if any(all(holds(one, node) for one in term) for term in terms)]
    if not terms or possible:
        return
    for expression in _distinct(one for term in terms for one in term):
        if not any(holds(expression, node) for node in nodes):
            _unmet(context, findings, f"spec.affinity.nodeAffinity[{expression.get('key')}]", expression, nodes)


def _distinct(expressions: Iterable[Expression]) -> list[Expression]:
    return list({repr(sorted(one.items(), key=str)): one for one in expressions}.values())


def _unmet(
    context: CollectorContext, findings: Findings, field: str, expression: Expression, nodes: list[Object]
) -> None:
    subject, key = context.subject, str(expression.get("key"))
    values = listing(str(value) for value in texts(expression, "values"))
    asks = f"{key} {expression.get('operator') or 'In'} {values}".strip()
    have = Counter(labels_of(node)[key] for node in nodes if key in labels_of(node))
    seen = listing(f"{value} on {number}" for value, number in have.most_common(MAX_NAMES))
    tell(
        findings,
        ref(subject.kind, subject.namespace, subject.name),
        "selector-mismatch",
        f"{subject} asks for nodes with {asks}: none of {len(nodes)} has it; "
        + (f"they have {seen}" if seen else "no node has that label"),
        source=f"{subject.kind.lower()} {subject.name} {field} compared with {len(nodes)} nodes",
        field=field,
        nodes=0,
        of=len(nodes),
    )


def _some(
    findings: Findings, some: list[Object], nodes: list[Object], words: str, attributes: Mapping[str, object]
) -> None:
    if not some:
        return
    names = [name_of(node) for node in some]
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    entity = Entity(kind="Node", name=names[0], role="cause") if len(names) == 1 else None
    findings.fact(
        FactKind.NODE,
        f"{len(nodes)} nodes",
        f"{len(some)} of {len(nodes)} nodes are {words}: {listing(names[:MAX_NAMES])}{more}",
        {**attributes, "nodes": len(some), "of": len(nodes)},
        entity=entity,
    )


def _ready(node: Object) -> str:
    return next((str(one.get("status")) for one in conditions_of(node) if one["type"] == "Ready"), "True")
