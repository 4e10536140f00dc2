"""Environment tags of the user's own taxonomy that are labels of the namespace or the node."""

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
            namespace_labels=labels_of(found) if found else {},
            node_labels=labels_of(context.node) if context.node else {},
        )
    )


def applies(context: CollectorContext) -> bool:
    return bool(context.tags)


COLLECTOR = Collector(
    name="tags",
    rank=70,
    needs=gets("Namespace"),
    when="tags of the user's own taxonomy",
    tells="environment tags that are labels of the namespace or the node",
    collect=collect,
    applies=applies,
    seconds=5.0,
    max_bytes=0,
)
