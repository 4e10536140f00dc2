"""Environment tags of one's own: who owns a workload, the tier of a namespace, the pool of a node."""

from collections.abc import Mapping

from casebook_analyzer.taxonomy.spec import TagSource


def tags_of(
    tags: Mapping[str, TagSource],
    *,
    workload_labels: Mapping[str, str] | None = None,
    namespace_labels: Mapping[str, str] | None = None,
    node_labels: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The values of all tags that have one here.

    Without labels only those that are the same for every case. Labels are those of the case's workload, namespace and
    node.
    """
    workload, namespace, node = workload_labels or {}, namespace_labels or {}, node_labels or {}
    values = {
        name: source.value
        or workload.get(source.workload_label, "")
        or namespace.get(source.namespace_label, "")
        or node.get(source.node_label, "")
        for name, source in tags.items()
    }
    return {name: value for name, value in values.items() if value}
