"""Names and quantities of resources, as far as they have to be told apart and compared."""

import re

_QUANTITY = re.compile(r"^(?P<number>[+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(?P<suffix>m|k|Ki|[MGTPE]i?)?$")
_FACTORS = {"m": 1e-3, "k": 1e3, "Ki": 2.0**10} | {
    name: factor
    for power, letter in enumerate("MGTPE", start=2)
    for name, factor in ((letter, 10.0 ** (3 * power)), (f"{letter}i", 2.0 ** (10 * power)))
}


def is_extended(resource: str) -> bool:
    """Devices and the like: names with a domain that is not Kubernetes' own.

    The rule is that of pkg/apis/core/v1/helper/helpers.go, ``IsExtendedResourceName``.
    """
    return "/" in resource and "kubernetes.io/" not in resource


def is_less(one: str, other: str) -> bool:
    """Whether one quantity is smaller. What is no quantity is never smaller."""
    first, second = _value(one), _value(other)
    return first is not None and second is not None and first < second


def _value(text: str) -> float | None:
    match = _QUANTITY.match(text.strip())
    return float(match["number"]) * _FACTORS.get(match["suffix"] or "", 1.0) if match else None
