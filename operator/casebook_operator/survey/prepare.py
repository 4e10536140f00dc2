"""Finds the objects around a failure, once, before the collectors run side by side."""

from collections.abc import Mapping
from datetime import datetime

from casebook_analyzer.models import Signal, SubjectRef
from casebook_analyzer.taxonomy import ConditionTable, TagSource
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.pods import node_of
from casebook_operator.reading.boundary import Boundary
from casebook_operator.reading.case_reader import CaseReader
from casebook_operator.reading.context import CollectorContext, Digest
from casebook_operator.survey.lookup import Lookup
from casebook_operator.survey.workload import workload_of


async def prepare_context(
    kube: ObjectReader,
    subject: SubjectRef,
    signal: Signal,
    *,
    conditions: ConditionTable,
    tags: Mapping[str, TagSource] | None = None,
    digest: Digest,
    now: datetime,
) -> CollectorContext:
    """The failing pods of the subject, their owner chain and their node, as far as they still exist.

    Whatever cannot be read becomes a Gap of the context. Its reader keeps a case within the subject's namespace.
    """
    reader = CaseReader(Boundary(kube, subject.namespace) if subject.namespace else kube)
    lookup = Lookup(reader, subject, signal)
    pods: tuple[Object, ...] = ()
    owners: tuple[Object, ...] = ()
    target: Object | None = None
    if subject.kind == "Node":
        node = await lookup.get("Node", "", subject.name)
    else:
        found = await workload_of(lookup)
        pods, owners, target = found.pods, found.owners, found.target
        # The node is that of a pod, and never one that the Investigation names: whoever may create one in a namespace
        # must not learn about nodes that none of its pods runs on.
        node = await _node(lookup, pods)
    return CollectorContext(
        kube=reader,
        subject=subject,
        signal=signal,
        conditions=conditions,
        tags=tags or {},
        digest=digest,
        now=now,
        pods=pods,
        owners=owners,
        node=node,
        target=target,
        gaps=tuple(lookup.findings.gaps),
    )


async def _node(lookup: Lookup, pods: tuple[Object, ...]) -> Object | None:
    name = next((name for pod in pods[:1] if (name := node_of(pod))), "")
    return await lookup.get("Node", "", name) if name else None
