"""What a pod asks of a node: resources, labels and tolerated taints. Pure functions of its specification."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from casebook_analyzer.evidence.quantities import amount
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, spec_of, template_spec
from casebook_operator.kube.values import mapping, mappings, texts
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.selectors import meets

Expression = dict[str, Any]
"""A node selector requirement: ``key``, ``operator``, ``values`` (core/v1 types.go, ``NodeSelectorRequirement``)."""


def specification(context: CollectorContext) -> Object:
    """The specification of the case's first pod; without pods, that of the template they would be made from."""
    for pod in context.pods:
        if spec := spec_of(pod):
            return spec
    return next((spec for owner in context.owners if (spec := template_spec(owner))), {})


def requests_of(spec: Object) -> dict[str, float]:
    """What the scheduler reserves, by resource, in cores, bytes or pieces.

    That is the sum of the containers or the largest init container, whichever is more, and the overhead.

    Init containers that keep running (sidecars) count like containers (component-helpers resource, ``PodRequests``).
    """
    total: defaultdict[str, float] = defaultdict(float)
    initial: defaultdict[str, float] = defaultdict(float)
    for container in mappings(spec, "initContainers"):
        for name, value in _asked(container):
            if container.get("restartPolicy") == "Always":
                total[name] += value
            else:
                initial[name] = max(initial[name], value)
    for container in mappings(spec, "containers"):
        for name, value in _asked(container):
            total[name] += value
    for name, text in mapping(spec, "overhead").items():
        total[name] += amount(str(text)) or 0.0
    return {name: max(total[name], initial[name]) for name in sorted({*total, *initial})}


def limits_of(spec: Object) -> dict[str, float]:
    total: defaultdict[str, float] = defaultdict(float)
    for container in mappings(spec, "containers"):
        for name, text in mapping(container, "resources", "limits").items():
            total[name] += amount(str(text)) or 0.0
    return dict(total)


def _asked(container: Object) -> Iterator[tuple[str, float]]:
    """Requests, which default to limits (pkg/apis/core/v1/defaults.go, ``SetDefaults_Pod``)."""
    resources = mapping(container, "resources")
    for name, text in {**mapping(resources, "limits"), **mapping(resources, "requests")}.items():
        value = amount(str(text))
        if value is not None:
            yield name, value


def required_terms(spec: Object) -> list[list[Expression]]:
    """The node affinity that is required: every expression of at least one of the terms must hold."""
    affinity = mapping(spec, "affinity", "nodeAffinity")
    required = mapping(affinity, "requiredDuringSchedulingIgnoredDuringExecution")
    return [_expressions(term) for term in mappings(required, "nodeSelectorTerms")]


def _expressions(term: Object) -> list[Expression]:
    fields = [{**one, "key": f"field {one.get('key')}"} for one in mappings(term, "matchFields")]
    return [*mappings(term, "matchExpressions"), *fields]


def holds(expression: Expression, node: Object) -> bool:
    """Whether a node has what an expression asks for (component-helpers scheduling/corev1/nodeaffinity).

    An operator that is not known holds.
    """
    key, values = str(expression.get("key")), [str(value) for value in texts(expression, "values")]
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
    """Whether pods of this specification may be placed despite a taint (core/v1 toleration.go, ``ToleratesTaint``)."""
    if taint.get("effect") == "PreferNoSchedule":
        return True
    return any(_tolerates(toleration, taint) for toleration in mappings(spec, "tolerations"))


def _tolerates(toleration: Object, taint: Object) -> bool:
    if toleration.get("effect") and toleration["effect"] != taint.get("effect"):
        return False
    if toleration.get("key") and toleration["key"] != taint.get("key"):
        return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(toleration.get("key")) and (toleration.get("value") or "") == (taint.get("value") or "")
