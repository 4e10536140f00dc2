"""What a pod asks of a node: resources, labels and tolerated taints. Pure functions of its specification."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from casebook_analyzer.evidence.quantities import amount
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.objects import labels_of, name_of, spec_of, template_spec
from casebook_operator.collectors.selectors import meets
from casebook_operator.kube import Object

Expression = dict[str, Any]
"""A node selector requirement: ``key``, ``operator``, ``values`` (core/v1 types.go, ``NodeSelectorRequirement``)."""


def specification(context: CollectorContext) -> Object:
    """Of the first pod, or of the template that its pods would be made from when there are none."""
    for pod in context.pods:
        if spec := spec_of(pod):
            return spec
    return next((spec for owner in context.owners if (spec := template_spec(owner))), {})


def requests_of(spec: Object) -> dict[str, float]:
    """What the scheduler reserves: the sum of the containers, or the largest init container, and the overhead.

    Init containers that keep running (sidecars) count like containers (component-helpers resource, ``PodRequests``).
    """
    total: defaultdict[str, float] = defaultdict(float)
    initial: defaultdict[str, float] = defaultdict(float)
    for container in spec.get("initContainers") or ():
        for name, value in _asked(container):
            if container.get("restartPolicy") == "Always":
                total[name] += value
            else:
                initial[name] = max(initial[name], value)
    for container in spec.get("containers") or ():
        for name, value in _asked(container):
            total[name] += value
    for name, text in (spec.get("overhead") or {}).items():
        total[name] += amount(str(text)) or 0.0
    return {name: max(total[name], initial[name]) for name in sorted({*total, *initial})}


def limits_of(spec: Object) -> dict[str, float]:
    total: defaultdict[str, float] = defaultdict(float)
    for container in spec.get("containers") or ():
        for name, text in ((container.get("resources") or {}).get("limits") or {}).items():
            total[name] += amount(str(text)) or 0.0
    return dict(total)


def _asked(container: Object) -> Iterator[tuple[str, float]]:
    """Requests, which default to limits (pkg/apis/core/v1/defaults.go, ``SetDefaults_Pod``)."""
    resources = container.get("resources") or {}
    for name, text in {**(resources.get("limits") or {}), **(resources.get("requests") or {})}.items():
        value = amount(str(text))
        if value is not None:
            yield name, value


def required_terms(spec: Object) -> list[list[Expression]]:
    """The node affinity that must hold: one of the terms, and of that every expression."""
    affinity = (spec.get("affinity") or {}).get("nodeAffinity") or {}
    required = affinity.get("requiredDuringSchedulingIgnoredDuringExecution") or {}
    return [_expressions(term) for term in required.get("nodeSelectorTerms") or ()]


def _expressions(term: Object) -> list[Expression]:
    fields = [{**one, "key": f"field {one.get('key')}"} for one in term.get("matchFields") or ()]
    return [*(term.get("matchExpressions") or ()), *fields]


def holds(expression: Expression, node: Object) -> bool:
    """Whether a node has what an expression asks for (component-helpers scheduling/corev1/nodeaffinity)."""
    key, values = str(expression.get("key")), [str(value) for value in expression.get("values") or ()]
    if key.startswith("field "):
        have: str | None = name_of(node) if key == "field metadata.name" else None
    else:
        have = labels_of(node).get(key)
    operator = expression.get("operator") or "In"
    if operator in ("Gt", "Lt"):
        return _compares(operator, have, values)
    met = meets(operator, have, values)
    return True if met is None else met


def _compares(operator: str, have: str | None, values: list[str]) -> bool:
    if have is None or not have.isdigit() or not values or not values[0].isdigit():
        return False
    return int(have) > int(values[0]) if operator == "Gt" else int(have) < int(values[0])


def tolerates(spec: Object, taint: Object) -> bool:
    """Whether the taint keeps no pod of this specification away (core/v1 toleration.go, ``ToleratesTaint``)."""
    if taint.get("effect") == "PreferNoSchedule":
        return True
    return any(_tolerates(toleration, taint) for toleration in spec.get("tolerations") or ())


def _tolerates(toleration: Object, taint: Object) -> bool:
    if toleration.get("effect") and toleration["effect"] != taint.get("effect"):
        return False
    if toleration.get("key") and toleration["key"] != taint.get("key"):
        return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(toleration.get("key")) and (toleration.get("value") or "") == (taint.get("value") or "")
