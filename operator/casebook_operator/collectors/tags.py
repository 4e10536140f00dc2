"""Environment tags of the user's own taxonomy that are labels of the workload, the namespace or the node."""

from collections import ChainMap
from collections.abc import Mapping

from casebook_analyzer.taxonomy import tags_of
from casebook_operator.kube import paths
from casebook_operator.kube.objects import labels_of
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import gets


async def collect(context: CollectorContext, findings: Findings) -> None:
    namespace = context.subject.namespace
    found = None
    if namespace and any(source.namespace_label for source in context.tags.values()):
        call = context.kube.get(paths.item("Namespace", "", namespace))
        found = await findings.read(f"namespace {namespace}", call)
    findings.environment.update(
        tags_of(
            context.tags,
            workload_labels=_of_workload(context),
            namespace_labels=labels_of(found) if found else {},
            node_labels=labels_of(context.node) if context.node else {},
        )
    )


def _of_workload(context: CollectorContext) -> Mapping[str, str]:
    """Of the one that the case is about; those that it lacks are of its pod, as templates have what people ask for."""
    if context.is_node_case:
        return {}
    pods, owners = context.pods[:1], context.owners[-1:]
    found = [labels_of(one) for one in (*pods, *owners, context.target) if one is not None]
    return ChainMap(*map(dict, reversed(found)))


def applies(context: CollectorContext) -> bool:
    return bool(context.tags)


COLLECTOR = Collector(
    name="tags",
    rank=70,
    needs=gets("Namespace"),
    when="tags of the user's own taxonomy",
    tells="environment tags that are labels of the workload, the namespace or the node",
    collect=collect,
    applies=applies,
    seconds=5.0,
    max_bytes=0,
)
