"""Label selectors of objects: as the query parameter of a list, and applied to labels."""

from collections.abc import Collection

from casebook_operator.kube import Object

_SET_OPERATORS = {"In": "in", "NotIn": "notin"}


def label_selector(selector: Object | None) -> str:
    """The text form of a ``metav1.LabelSelector``. Empty where there is none, which must never mean "everything"."""
    if not selector:
        return ""
    parts = [f"{key}={value}" for key, value in (selector.get("matchLabels") or {}).items()]
    parts += [_expression(expression) for expression in selector.get("matchExpressions") or ()]
    return ",".join(parts)


def _expression(expression: Object) -> str:
    key, operator = expression["key"], expression["operator"]
    if operator in _SET_OPERATORS:
        return f"{key} {_SET_OPERATORS[operator]} ({','.join(expression.get('values') or ())})"
    return key if operator == "Exists" else f"!{key}"


def matches(selector: Object, labels: dict[str, str]) -> bool:
    """Whether labels fulfil a ``metav1.LabelSelector``. An empty one matches everything."""
    if any(labels.get(key) != value for key, value in (selector.get("matchLabels") or {}).items()):
        return False
    return all(_meets(expression, labels) for expression in selector.get("matchExpressions") or ())


def meets(operator: object, have: str | None, values: Collection[object]) -> bool | None:
    """Whether a value, or its absence, is what an operator of selectors asks for. None for any other operator."""
    match operator:
        case "In":
            return have in values
        case "NotIn":
            return have not in values
        case "Exists":
            return have is not None
        case "DoesNotExist":
            return have is None
        case _:
            return None


def _meets(expression: Object, labels: dict[str, str]) -> bool:
    have, values = labels.get(str(expression.get("key"))), expression.get("values") or ()
    return bool(meets(expression.get("operator"), have, values))
