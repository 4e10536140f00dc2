"""Changes to all texts of a saved case, wherever they stand."""

import re
from collections.abc import Callable, Mapping
from typing import Any

Document = dict[str, Any]

_KINDS_OF_WORKLOADS = frozenset({
    "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "Service", "ServiceAccount",
    "HorizontalPodAutoscaler",
})  # fmt: skip
_NOT_NAMES = frozenset({"kind", "apiVersion", "reason", "type", "status", "operator", "key", "component"})
"""Fields whose values are words of Kubernetes."""
_SHORTEST = 3


def mapped(value: Any, change: Callable[[str], str], field: str = "") -> Any:
    """A copy of a document with every text changed, the places of logs (``namespace/pod/container``) among them."""
    if isinstance(value, str):
        return value if field in _NOT_NAMES else change(value)
    if isinstance(value, list):
        return [mapped(item, change, field) for item in value]
    if isinstance(value, dict):
        places = field == "logs"
        return {
            change(key) if places else key: mapped(item, change, "" if places else key) for key, item in value.items()
        }
    return value


def with_exit_code(value: Any, code: int) -> Any:
    """A copy of a document in which every container that failed ended with this code."""
    if isinstance(value, list):
        return [with_exit_code(item, code) for item in value]
    if isinstance(value, dict):
        return {key: code if key == "exitCode" and item else with_exit_code(item, code) for key, item in value.items()}
    return value


def names(document: Document) -> tuple[set[str], set[str], set[str]]:
    """Workloads, namespaces and nodes of a case, without what controllers add to a name."""
    workloads: set[str] = set()
    namespaces: set[str] = set()
    nodes: set[str] = set()
    for thing in document.get("objects", ()):
        metadata = thing.get("metadata", {})
        namespaces.add(metadata.get("namespace", ""))
        if thing.get("kind") == "Node":
            nodes.add(metadata["name"])
        elif thing.get("kind") in _KINDS_OF_WORKLOADS and not metadata.get("ownerReferences"):
            workloads.add(metadata["name"])
    workloads -= {"default", "kubernetes"}
    return tuple({name for name in found if len(name) >= _SHORTEST} for found in (workloads, namespaces, nodes))  # type: ignore[return-value]


def renaming(table: Mapping[str, str]) -> Callable[[str], str]:
    """Replaces whole names, also as the beginning of generated ones and as parts of paths and host names."""
    if not table:
        return lambda text: text
    longest_first = sorted(table, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])")
    return lambda text: pattern.sub(lambda match: table[match[0]], text)
