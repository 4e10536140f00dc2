"""Names and quantities of resources, as far as they have to be told apart, compared and added up."""

import re

_QUANTITY = re.compile(r"^(?P<number>[+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(?P<suffix>m|k|Ki|[MGTPE]i?)?$")
_FACTORS = {"m": 1e-3, "k": 1e3, "Ki": 2.0**10} | {
    name: factor
    for power, letter in enumerate("MGTPE", start=2)
    for name, factor in ((letter, 10.0 ** (3 * power)), (f"{letter}i", 2.0 ** (10 * power)))
}


def is_extended(resource: str) -> bool:
    """Whether a resource is an extended one, such as a GPU: its name has a domain that is not Kubernetes' own.

    The rule is that of pkg/apis/core/v1/helper/helpers.go, ``IsExtendedResourceName``.
    """
    return "/" in resource and "kubernetes.io/" not in resource


def is_less(one: str, other: str) -> bool:
    """Whether one quantity is smaller than the other. False when one of them cannot be read."""
    first, second = amount(one), amount(other)
    return first is not None and second is not None and first < second


def amount(text: str) -> float | None:
    """The number that a quantity stands for (``250m`` is 0.25, bytes for memory), or None for what is no quantity.

    The suffixes are those of k8s.io/apimachinery pkg/api/resource/suffix.go.
    """
    match = _QUANTITY.match(text.strip())
    if match is None:
        return None
    return float(match["number"]) * _FACTORS.get(match["suffix"] or "", 1.0)


def readable(value: float, resource: str) -> str:
    """A number as a quantity again: ``64Mi``, ``250m``, ``8``."""
    if resource.endswith(("memory", "storage")) or resource.startswith("hugepages-"):
        for suffix, power in (("Gi", 3), ("Mi", 2), ("Ki", 1)):
            if value >= 2.0 ** (10 * power):
                return f"{value / 2.0 ** (10 * power):.4g}{suffix}"
    if value and abs(value) < 1:
        return f"{value * 1000:.0f}m"
    return f"{value:.12g}"
