"""Environment tags of one's own: the tier of a namespace, the pool of a node, the region of the cluster."""

from collections.abc import Mapping

from casebook_analyzer.taxonomy.spec import TagSource


def tags_of(
    tags: Mapping[str, TagSource],
    *,
    namespace_labels: Mapping[str, str] | None = None,
    node_labels: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The values of all tags that have one here.

    Without labels only those that are the same for every case. Labels are those of the case's namespace and node.
    """
    namespace, node = namespace_labels or {}, node_labels or {}
    values = {
        name: source.value or namespace.get(source.namespace_label, "") or node.get(source.node_label, "")
        for name, source in tags.items()
    }
    return {name: value for name, value in values.items() if value}
