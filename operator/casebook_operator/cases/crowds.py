"""When many failures are one: enough subjects that name the same cause, within a short time. Pure functions.

That they fail at the same time is nothing, and neither is the same error text: what counts is a name.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

import msgspec

from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE
from casebook_operator.investigation.told_causes import Cause

ENOUGH = 5
"""Subjects. A program, its worker, its CronJob and its migration often share a database or a ConfigMap: four cases that
one person reads at a glance, and of which a fifth one, their head, would tell him no more."""

WITHIN = timedelta(minutes=10)
"""Failures for one cause begin within this time: kubelet restarts what cannot live after five minutes at the latest
(``MaxContainerBackOff``, pkg/kubelet/kubelet.go), and then it fails once more. It is also how much earlier than its
head a case may have begun: what failed before that has failed for itself."""


class Crowd(msgspec.Struct, frozen=True):
    """Cases that name one cause, enough of them and close enough in time to be one failure."""

    cause: Cause
    members: tuple[Investigation, ...]
    """The earliest first."""

    @property
    def onset(self) -> datetime:
        return onset(self.members[0])


def onset(case: Investigation) -> datetime:
    """When the failure of an episode began, for the first time or again."""
    return max(case.signal.occurred_at, case.relapses.last or case.signal.occurred_at)


def belongs(case: Investigation, began: datetime) -> bool:
    """Whether a case may be due to what began at that time: later ones are for as long as that lasts."""
    return onset(case) >= began - WITHIN


def enough_subjects(_: Cause, subjects: int) -> bool:
    return subjects >= ENOUGH


def crowds(
    cases: Iterable[Investigation],
    place: Callable[[Investigation], str],
    enough: Callable[[Cause, int], bool] = enough_subjects,
) -> list[Crowd]:
    """The crowds among cases without a head, the largest first, then what tells the most. No case is in two of them.

    Cases of different places (:data:`place`) have nothing to do with each other.
    """
    by_cause: dict[tuple[str, str], list[Investigation]] = {}
    causes: dict[str, Cause] = {}
    ranks: dict[str, int] = {}
    for case in cases:
        for rank, cause in enumerate(case.causes if case.subject.kind != OUTAGE else ()):
            causes.setdefault(cause.key, cause)
            ranks[cause.key] = min(rank, ranks.get(cause.key, rank))
            by_cause.setdefault((place(case), cause.key), []).append(case)
    found, taken = [], set[str]()
    several = (item for item in by_cause.items() if len(item[1]) > 1)  # of thousands of cases most stand alone
    order = sorted(several, key=lambda item: (-_subjects(item[1]), ranks[item[0][1]], item[0]))
    for (_, key), members in order:
        left = sorted((case for case in members if case.uid not in taken), key=lambda case: (onset(case), case.name))
        together = _densest(left)
        if enough(causes[key], _subjects(together)):
            found.append(Crowd(causes[key], tuple(together)))
            taken |= {case.uid for case in together}
    return found


def _densest(cases: Sequence[Investigation]) -> Sequence[Investigation]:
    """Of cases in order of time those within :data:`WITHIN` of each other, where they are the most subjects."""
    return max(_windows(cases), key=_subjects, default=())


def _windows(cases: Sequence[Investigation]) -> Iterator[Sequence[Investigation]]:
    first = 0
    for last, case in enumerate(cases):
        while onset(cases[first]) < onset(case) - WITHIN:
            first += 1
        if last + 1 == len(cases) or onset(cases[last + 1]) - WITHIN > onset(cases[first]):
            yield cases[first : last + 1]


def _subjects(cases: Sequence[Investigation]) -> int:
    """Two containers of a workload are one subject."""
    return len({(case.subject.kind, case.subject.namespace, case.subject.name) for case in cases})
