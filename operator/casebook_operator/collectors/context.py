"""What every collector is given."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from casebook_analyzer.models import Gap, Signal, SubjectRef
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.kube import Object, ObjectReader

Digest = Callable[[str], str]
"""A keyed digest: equal values give equal digests, and nobody without the key can guess a value from it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CollectorContext:
    """One failure and the objects around it, as :func:`casebook_operator.collectors.prepare_context` found them."""

    kube: ObjectReader
    subject: SubjectRef
    signal: Signal
    conditions: ConditionTable
    digest: Digest
    now: datetime
    pods: tuple[Object, ...] = ()
    """Failing pods of the subject, the one that gave the signal first. Three at most: the fourth says nothing new."""
    owners: tuple[Object, ...] = ()
    """The owner chain of the first pod, the nearest first: ReplicaSet, Deployment."""
    node: Object | None = None
    """The node of the first pod, or the subject itself."""
    gaps: tuple[Gap, ...] = ()
    """What could not be read while these were looked up."""

    @property
    def is_node_case(self) -> bool:
        return self.subject.kind == "Node"
