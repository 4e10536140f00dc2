"""What was seen of open cases since their evidence was gathered, and when that is reason to judge them again."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from casebook_analyzer.models import Category, RevisionReason, Signal, Trigger
from casebook_operator.cases.marks import mark_of
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.revisions import evidence_time, revision_count
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339

AGAIN = timedelta(seconds=30)
"""As ``cases.judge_again_seconds`` is unless it is set."""

REVISIONS = 10
"""As ``cases.revisions`` is unless it is set."""

SETTLED = 20
"""How many times as long a conclusion waits that is likely: ten minutes."""

LIKELY = 70
"""Confidence from which on a conclusion is settled (docs/concepts.md)."""

MOST_DOUBLINGS = 12
"""After so many looks at the same the next one is a day away, or a month."""

MARKS = 50
"""Ways in which one case has shown itself that are remembered. What has more is looked at by the clock."""


_ONCE = frozenset({Trigger.OVERFLOW, Trigger.MANUAL})
"""The one rests on no evidence, and what a person asked is answered as of then."""


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """Why a case is to be judged again, and the signal that shows the failure now."""

    reason: RevisionReason
    why: str
    signal: Signal
    another: bool = False
    """Whether it shows itself in a way that was not judged yet: then its cause is another, too."""

    @property
    def anew(self) -> bool:
        """Whether it may be another failure than the one that was judged, so that nobody has looked at it yet."""
        return self.another or self.reason is RevisionReason.RELAPSE


class _Seen(msgspec.Struct):
    """Of one case, since this process knows it."""

    signal: Signal
    """The latest."""
    judged: str
    """The mark that the conclusion speaks of."""
    marks: set[str]
    """All that were judged."""
    looked_at: datetime | None = None
    """When evidence was last gathered here. The status may not say so yet."""
    looks: int = 0
    """How many there were since it last showed itself in another way: each comes half as soon as the one before."""
    neighbour: str = ""
    """What its evidence names and has failed since, in words."""


class FreshEvidence:
    """Says which open cases are due.

    It compares times that the status keeps (``lastSeen``, ``evidenceTime``), so that a restart forgets nothing. What is
    only remembered here makes looks rarer: a new process looks once more at most at a case that was seen since its
    evidence.
    """

    def __init__(
        self,
        *,
        last_seen: Callable[[Investigation], datetime],
        again: timedelta = AGAIN,
        most: int = REVISIONS,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``last_seen`` is when a case was seen last; ``most`` how many revisions it may have."""
        self._last_seen, self._again, self._most, self._clock = last_seen, again, most, clock
        self._seen: dict[str, _Seen] = {}
        self._wake: dict[str, datetime] = {}
        """When to ask next whether a case is due: many are seen again and again, and few are due at a time."""

    def begin(self, case: Investigation) -> None:
        """Take in an open case, unless it is known."""
        if case.uid in self._seen or case.signal.trigger in _ONCE:
            return
        mark = mark_of(case.signal)
        self._seen[case.uid] = _Seen(case.signal, mark, {mark})
        if self._last_seen(case) > evidence_time(case):
            self._wake[case.uid] = self._clock()

    def show(self, case: Investigation, signal: Signal) -> None:
        """Take in an occurrence of a case, of which the latest is what is looked at.

        What follows from another failure, or is of another container or device, counts, and shows nothing of the cause.
        """
        seen = self._seen.get(case.uid)
        if seen is None:
            return
        about = case.signal
        own = not signal.derived and signal.device == about.device and about.container in ("", signal.container)
        if own and signal.occurred_at >= seen.signal.occurred_at:
            seen.signal = signal
        if case.uid not in self._wake or mark_of(seen.signal) not in seen.marks:
            self._wake[case.uid] = self._clock()

    def depend(self, uid: str, on: str) -> None:
        """Note that something has failed, which the evidence of a case names."""
        if uid in self._seen:
            self._seen[uid].neighbour = on
            self._wake[uid] = self._clock()

    def occasion(self, case: Investigation) -> Occasion | None:
        """Why a case is to be judged again now; None when it is not, or not yet."""
        found = self._reason(case)
        return found if found is not None and self._clock() >= self._not_before(case, found) else None

    def due(self, cases: Callable[[str], Investigation | None]) -> list[tuple[Investigation, Occasion]]:
        """All cases that are to be judged again now, those that were looked at longest ago first."""
        now = self._clock()
        found = []
        for uid in [uid for uid, at in self._wake.items() if at <= now]:
            case = cases(uid)
            occasion = self._reason(case) if case is not None else None
            if case is None or occasion is None:
                del self._wake[uid]
            elif (at := self._not_before(case, occasion)) <= now:
                found.append((case, occasion))
            else:
                self._wake[uid] = at
        return sorted(found, key=lambda one: self.evidence_time(one[0]))

    def looked(self, uid: str, occasion: Occasion, at: datetime) -> None:
        """Note that a case was judged again by evidence of that time."""
        seen = self._seen.get(uid)
        if seen is None:
            return
        seen.looked_at, seen.neighbour = at, ""
        seen.looks = 0 if occasion.anew else min(seen.looks + 1, MOST_DOUBLINGS)
        seen.judged = mark_of(occasion.signal)
        if len(seen.marks) < MARKS:
            seen.marks.add(seen.judged)

    def evidence_time(self, case: Investigation) -> datetime:
        """When evidence of a case was last gathered, as far as the status or this process knows."""
        seen, written = self._seen.get(case.uid), evidence_time(case)
        return written if seen is None or seen.looked_at is None else max(written, seen.looked_at)

    def status(self, case: Investigation) -> Object:
        """``evidenceTime``, where it is later than the status says: written together with the next count."""
        seen = self._seen.get(case.uid)
        if seen is None or seen.looked_at is None:
            return {}
        return {"evidenceTime": to_rfc3339(self.evidence_time(case))}

    def forget(self, uid: str) -> None:
        self._seen.pop(uid, None)
        self._wake.pop(uid, None)

    def _reason(self, case: Investigation) -> Occasion | None:
        seen = self._seen.get(case.uid)
        if seen is None or not case.open or revision_count(case) >= self._most:
            return None
        if seen.neighbour:
            return Occasion(reason=RevisionReason.DEPENDENCY, why=seen.neighbour, signal=seen.signal)
        at, relapsed = self.evidence_time(case), case.relapses.last
        if self._last_seen(case) <= at:
            return None
        mark = mark_of(seen.signal)
        another = mark not in seen.marks and len(seen.marks) < MARKS
        if relapsed is not None and relapsed > at and not case.relapses.recurring:
            why = f"back since {to_rfc3339(relapsed)}"
            return Occasion(reason=RevisionReason.RELAPSE, why=why, signal=seen.signal, another=another)
        why = f"{mark}, before {seen.judged}" if mark != seen.judged else f"seen again, {mark}"
        return Occasion(reason=RevisionReason.EVIDENCE, why=why, signal=seen.signal, another=another)

    def _not_before(self, case: Investigation, occasion: Occasion) -> datetime:
        at, looks = self.evidence_time(case), self._seen[case.uid].looks
        if occasion.anew:
            return at + self._again
        likely = case.status.get("category") != Category.UNKNOWN and int(case.status.get("confidence") or 0) >= LIKELY
        first = SETTLED if likely and occasion.reason is RevisionReason.EVIDENCE else 1
        return at + self._again * first * int(2**looks)
