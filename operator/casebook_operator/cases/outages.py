"""Opens the heads of outages, hangs on them what fails for their cause, and lets go what does not any more."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from casebook_analyzer.errors import ClusterRefusedError
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Entity, Resolution, ResolutionKind, Severity, Signal, SubjectRef, Trigger
from casebook_analyzer.text import counted
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.crowds import Crowd, crowds, onset
from casebook_operator.cases.head_pace import HeadPace
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.opener import CaseOpener
from casebook_operator.cases.places import enough_in
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import (
    OUTAGE,
    STANDS_FOR_ITSELF,
    caused_by_status,
    followers_status,
    head_cause,
    head_uid,
)
from casebook_operator.investigation.names import readable
from casebook_operator.investigation.told_causes import Cause
from casebook_operator.kube import ObjectReader
from casebook_operator.rounds import come_round, in_portions

log = structlog.get_logger(__name__)

SWEEP_SECONDS = 2.0
"""Between two looks at what the open cases name. Where nothing was written since, a look is one comparison."""

LOOK_AGAIN = timedelta(seconds=15)
"""Between two looks for a case of what stands behind a Service: some small requests each."""

_NAME_LIMIT = 100
_SERVICE = "Service"


@dataclass(eq=False, kw_only=True)
class Outages:
    """Looks at all cases that name a cause. What it knows stands in their statuses, so a restart forgets nothing."""

    heads: Heads
    opener: CaseOpener
    writer: StatusWriter
    memory: Memory
    correlator: Correlator
    closing: Closing
    kube: ObjectReader
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._index = self.heads.index
        self._seen = -1
        self._pace = HeadPace()
        self._told: dict[str, str] = {}
        """The head of each case, as memory was told."""
        self._next: dict[str, datetime] = {}
        """When to look again behind the Service that an outage is about, by the UID of its head."""

    async def run(self) -> None:
        """Run until cancelled."""
        await come_round(self.sweep, every=SWEEP_SECONDS, left="outages are looked at again later")

    async def sweep(self) -> None:
        """Bring all cases up to what their conclusions name now.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
        """
        await self._look_behind()
        version = self._index.version
        if version == self._seen:
            await self._tell()
            return
        self._seen = -1  # until all is done
        sharing = list(self._index.sharing())
        loose = [case async for case in in_portions(sharing) if self._is_loose(case)]
        found = crowds(loose, self.heads.place, await enough_in(self.kube, loose))
        for crowd in found:
            await _one(self._open(crowd))
        alone = set() if found else {case.uid for case in loose if not head_uid(case)}
        async for case in in_portions(list(self._index.sharing()) if found else sharing):
            if case.uid not in alone:  # of which it was just found that nothing stands for their cause
                await _one(self._hang(case))
        self._count()
        await self._tell()
        await self._remember()
        self._seen = version  # what was written meanwhile is looked at once more

    def _is_loose(self, case: Investigation) -> bool:
        """Whether a case stands for itself, and there is no head for it yet."""
        return not self._keeps(case) and self.heads.of(case, case.causes) is None

    def _keeps(self, case: Investigation) -> bool:
        """Whether a case goes on to hang where it hangs: its head is not over, and it still names the cause."""
        head = self._index.get(head_uid(case))
        if head is None or head.resolved or head.refused:
            return False
        return any(cause.key == head_cause(case) for cause in case.causes)

    def _heads(self) -> list[Investigation]:
        uids = dict.fromkeys(head_uid(case) for case in self._index.sharing())
        hung = [head for uid in uids if (head := self._index.get(uid)) is not None and not head.resolved]
        return [*hung, *(head for head in self.heads.outages() if head.uid not in uids)]

    def _count(self) -> None:
        """Find out what the status of each head should say now; one that is over is told to the end."""
        now, behind = self.clock(), self._known(self._pace.behind())
        heads = {head.uid: head for head in (*self._heads(), *behind)}
        self._pace.keep(heads)
        for head in heads.values():
            self._pace.want(head.uid, followers_status(self._index.followers(head.uid)), now)

    async def _tell(self) -> None:
        """Write the heads whose time has come."""
        for head in self._known(self._pace.behind()):
            if self._pace.is_due(head.uid, self.clock(), over=head.resolved):
                await _one(self.writer.write(head, self._pace.wanted(head.uid)))
                self._pace.wrote(head.uid, self.clock())

    def _known(self, uids: Iterable[str]) -> list[Investigation]:
        return [case for uid in uids if (case := self._index.get(uid)) is not None]

    async def _hang(self, case: Investigation) -> None:
        if self._keeps(case):
            return
        hanging = self.heads.of(case, case.causes)
        if hanging is not None:
            await self.writer.write(case, caused_by_status(*hanging))
        elif head_uid(case):
            await self.writer.write(case, STANDS_FOR_ITSELF)

    async def _open(self, crowd: Crowd) -> None:
        behind = await self._behind(crowd.cause, onset(crowd.members[0]))
        if behind is None:
            subject = self._subject(crowd)
            head = await self.opener.open(outage_signal(crowd, subject), subject)
            log.info("an outage", investigation=head.name, namespace=head.namespace, subjects=len(crowd.members))
            return
        for case in crowd.members:
            if self.heads.may_hang(case, behind):
                await self.writer.write(case, caused_by_status(behind, crowd.cause))

    def _subject(self, crowd: Crowd) -> SubjectRef:
        places = {case.namespace for case in crowd.members}
        return SubjectRef(
            kind=OUTAGE,
            namespace=places.pop() if len(places) == 1 else self.opener.home,
            name=subject_name(crowd.cause),
            uid=crowd.cause.key,
        )

    async def _look_behind(self) -> None:
        """Hand outages over to the case that tells why: the workload behind a Service may show late that it fails."""
        now = self.clock()
        for head in self.heads.outages():
            followers = [case for case in self._index.followers(head.uid) if case.open]
            cause = next((one for case in followers for one in case.causes if one.key == head.subject.uid), None)
            if cause is None or cause.kind != _SERVICE or self._next.get(head.uid, now) > now:
                continue
            self._next[head.uid] = now + LOOK_AGAIN
            behind = await self._behind(cause, onset(head))
            if behind is not None and head.open and all(self.heads.may_hang(case, behind) for case in followers):
                await self._hand_over(head, behind, cause, followers)
        self._next = {uid: at for uid, at in self._next.items() if self._index.get(uid) is not None}

    async def _hand_over(
        self, head: Investigation, to: Investigation, cause: Cause, followers: list[Investigation]
    ) -> None:
        for case in followers:
            await self.writer.write(case, caused_by_status(to, cause))
        now = self.clock()
        ended = Resolution(
            kind=ResolutionKind.EXPLAINED,
            summary=f"it is {to.signal.failure_class} of {to.subject.title}: see {to.namespace}/{to.name}",
            resolved_at=now,
            seconds_to_resolve=max(0, int((now - head.signal.occurred_at).total_seconds())),
        )
        await self.closing.close(head, ended)

    async def _behind(self, cause: Cause, began: datetime) -> Investigation | None:
        """The open case of what stands behind a Service, which says why nobody answers there; None of other causes."""
        if cause.kind != _SERVICE or not cause.name:
            return None
        subject = SubjectRef(kind=_SERVICE, namespace=cause.namespace, name=cause.name)
        asked = Signal(
            trigger=Trigger.SERVICE_UNAVAILABLE,
            failure_class=Trigger.SERVICE_UNAVAILABLE.value,
            origin=Entity(kind=_SERVICE, namespace=cause.namespace, name=cause.name),
            origin_uid="",
            occurred_at=began,
        )
        return await self.correlator.explanation(asked, subject)

    async def _remember(self) -> None:
        """Tell memory who hangs on whom, in one statement for each head."""
        now = {case.uid: head_uid(case) for case in self._index.sharing()}
        changed = [uid for uid, head in now.items() if self._told.get(uid, "") != head]
        for head in Counter(now[uid] for uid in changed):
            await self.memory.hang([uid for uid in changed if now[uid] == head], head)
        self._told = now


async def _one(work: Coroutine[Any, Any, object]) -> None:
    """Do what concerns one case. What the API server refuses for it keeps nothing from the others."""
    try:
        await work
    except ClusterRefusedError as error:
        log.warning("an outage is not told in full", error=str(error))


def subject_name(cause: Cause) -> str:
    """``peer-db.example.com-5432``; without the name where it is not for all readers of Investigations."""
    return readable(f"{cause.kind}-{cause.name}" if cause.name else cause.kind)[:_NAME_LIMIT].strip("-.")


def outage_signal(crowd: Crowd, subject: SubjectRef) -> Signal:
    """The signal that opens the case of an outage: what those that fail have in common, and who they are."""
    first, *others = (case.subject.title for case in crowd.members)
    return Signal(
        trigger=Trigger.OUTAGE,
        failure_class=Trigger.OUTAGE.value,
        origin=Entity(kind=subject.kind, name=subject.name, namespace=subject.namespace),
        origin_uid=subject.uid,
        reason="SharedCause",
        message=f"{first} and {counted(len(others), 'other')} fail for one cause.",
        occurred_at=crowd.onset,
        severity=Severity.CRITICAL,
    )
