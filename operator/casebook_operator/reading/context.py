"""The input of every collector."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from casebook_analyzer.models import Fact, FactKind, Gap, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable, TagSource
from casebook_operator.kube import Object, ObjectReader

Digest = Callable[[str], str]
"""A keyed digest: equal values give equal digests, and nobody without the key can guess a value from it."""

TEXT_LIMIT = 8_192
"""Characters of one text that are searched for what it is about."""

_NOT_SAID = frozenset({FactKind.CHANGE, FactKind.OBJECT})
_SPECIFIED = frozenset({"mountPath", "account"})


@dataclass(frozen=True, kw_only=True, slots=True)
class CollectorContext:
    """One failure and the objects around it, as :func:`casebook_operator.survey.prepare_context` found them."""

    kube: ObjectReader
    subject: SubjectRef
    signal: Signal
    conditions: ConditionTable
    tags: Mapping[str, TagSource] = field(default_factory=dict)
    """Environment tags of the user's own taxonomy."""
    digest: Digest
    now: datetime
    pods: tuple[Object, ...] = ()
    """Failing pods of the subject, the one that gave the signal first. Three at most: the fourth says nothing new."""
    owners: tuple[Object, ...] = ()
    """The owner chain of the first pod, the nearest first: ReplicaSet, Deployment."""
    node: Object | None = None
    """The node of the first pod, or the subject itself."""
    target: Object | None = None
    """The subject's own object, when it is neither pod nor owner nor node: a claim, an autoscaler, a Service."""
    gaps: tuple[Gap, ...] = ()
    """What could not be read while these were looked up."""

    found: tuple[Fact, ...] = ()
    """What earlier looks found: it names objects that the next one reads. Not redacted yet."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What was said about the failure so far: the signal's message, and the facts but what is specified.

        Each is as long as `TEXT_LIMIT` at most.
        """
        said = (
            self.signal.message,
            *(fact.text for fact in self.found if _is_said(fact) and not fact.overtaken),
        )
        return tuple(text[:TEXT_LIMIT] for text in said if text)

    @property
    def onset(self) -> str:
        """What times before the case are counted to, in words."""
        return "somebody asked" if self.signal.trigger is Trigger.MANUAL else "the failure"

    @property
    def is_node_case(self) -> bool:
        return self.subject.kind == "Node"


def _is_said(fact: Fact) -> bool:
    """Whether somebody or something has spoken; mounts and accounts stand in the specification, failure or not."""
    return fact.kind not in _NOT_SAID and fact.attributes.keys().isdisjoint(_SPECIFIED)
