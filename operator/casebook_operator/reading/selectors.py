"""Label selectors of objects: as the query parameter of a list, and applied to labels."""

from collections.abc import Collection

from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping, mappings, texts

_SET_OPERATORS = {"In": "in", "NotIn": "notin"}


def label_selector(selector: Object | None) -> str:
    """The text form of a ``metav1.LabelSelector``, for a list. Empty where there is no selector: do not list then."""
    if not selector:
        return ""
    parts = [f"{key}={value}" for key, value in mapping(selector, "matchLabels").items()]
    parts += [_expression(expression) for expression in mappings(selector, "matchExpressions")]
    return ",".join(parts)


def _expression(expression: Object) -> str:
    key, operator = expression["key"], expression["operator"]
    if operator in _SET_OPERATORS:
        return f"{key} {_SET_OPERATORS[operator]} ({','.join(texts(expression, 'values'))})"
    return key if operator == "Exists" else f"!{key}"


def matches(selector: Object, labels: dict[str, str]) -> bool:
    """Whether labels fulfil a ``metav1.LabelSelector``. An empty one matches everything."""
    if any(labels.get(key) != value for key, value in mapping(selector, "matchLabels").items()):
        return False
    return all(_meets(expression, labels) for expression in mappings(selector, "matchExpressions"))


def meets(operator: object, have: str | None, values: Collection[object]) -> bool | None:
    """Whether a value, or its absence (None), is what an operator of selectors asks for.

    None for an operator other than In, NotIn, Exists and DoesNotExist.
    """
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
    have, values = labels.get(str(expression.get("key"))), texts(expression, "values")
    return bool(meets(expression.get("operator"), have, values))
