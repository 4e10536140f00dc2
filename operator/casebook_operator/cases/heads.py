"""Which open case stands for the cause that another one names. Costs no request."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from casebook_analyzer.models import Conclusion, SharedCause, SubjectRef
from casebook_operator.cases.crowds import belongs, onset
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import Named
from casebook_operator.investigation.causes import CauseKeys, caused_by_status, head_cause, head_uid
from casebook_operator.investigation.told_causes import Cause, causes_in
from casebook_operator.kube import Object

_NODE = "Node"


class Hanging(NamedTuple):
    """A case to hang on, and by which cause."""

    head: Investigation
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """Looks among the open cases for heads: that of the object itself, else the one that was opened for an outage."""

    index: InvestigationIndex
    is_own: Callable[[Investigation], bool]
    """Whether Casebook opened a case itself. On what people make nothing hangs."""
    keys: CauseKeys
    log_text: bool
    """Whether readers of Investigations may see what logs alone tell."""
    everywhere: bool
    """Whether cases of all namespaces may hang on one (``memory.visibility: Cluster``, one shard)."""

    def concluded(self, case: Investigation, conclusion: Conclusion) -> Object:
        """The status fields that tell what a conclusion may share with others, and which head it hangs on from now."""
        status = self.keys.status(conclusion.shared, log_text=self.log_text)
        hanging = self.of(case, causes_in(status))
        return status | (caused_by_status(*hanging) if hanging is not None else {})

    def of(self, case: Investigation, causes: tuple[Cause, ...]) -> Hanging | None:
        """The head of a case that names these causes; None where it stands for itself."""
        found = (Hanging(head, cause) for cause in causes for head in self.standing_for(cause))
        return next((hanging for hanging in found if self.may_hang(case, hanging.head)), None)

    def standing_for(self, cause: Cause) -> Iterator[Investigation]:
        """The open cases that stand for a cause: that of the object itself, that on which others hang, an outage."""
        if cause.name:
            subject = SubjectRef(kind=cause.kind, namespace=cause.namespace, name=cause.name)
            yield from (case for case in self.index.failing(subject) if self.is_own(case))
        yield from self._of_others(cause)
        yield from self.outages(cause.key)

    def outages(self, cause: str | None = None) -> list[Investigation]:
        """The open cases that were opened for an outage, all of them or those for the cause with this key."""
        return [case for case in self.index.outages(cause) if self.is_own(case)]

    def is_told(self, named: Named) -> bool:
        """Whether an outage of this object is open."""
        kind, namespace, name = named
        return bool(self.outages(self.keys.of(SharedCause(kind=kind, namespace=namespace, name=name))))

    def place(self, case: Investigation) -> str:
        """Within which cases may hang on each other: a namespace, or all of them."""
        return "" if self.everywhere else case.namespace

    def quiet(self, case: Investigation) -> bool:
        """Whether the Events of a case are left to its head: where readers of its namespace are told of that one.

        Of a head elsewhere the first case of each namespace tells.
        """
        head = self.index.get(head_uid(case))
        if head is None or head.namespace == case.namespace:
            return head is not None
        others = (other for other in self.index.followers(head.uid) if other.uid != case.uid)
        return any(other.namespace == case.namespace and not other.resolved for other in others)

    def may_hang(self, case: Investigation, head: Investigation) -> bool:
        near = self.everywhere or head.namespace == case.namespace or head.subject.kind == _NODE
        return near and belongs(case, onset(head)) and not self._hangs_on(head, case)

    def _of_others(self, cause: Cause) -> Iterator[Investigation]:
        uids = dict.fromkeys(head_uid(case) for case in self.index.naming(cause.key) if head_cause(case) == cause.key)
        heads = (self.index.get(uid) for uid in uids)
        return (head for head in heads if head is not None and not (head.resolved or head.refused))

    def _hangs_on(self, case: Investigation, other: Investigation) -> bool:
        """Whether a case is another one, or hangs on it, directly or not."""
        seen: set[str] = set()
        known: Investigation | None = case
        while known is not None and known.uid not in seen:
            if known.uid == other.uid:
                return True
            seen.add(known.uid)
            known = self.index.get(head_uid(known))
        return False
