"""Looks for objects that fit nothing, round after round, and opens cases of those that have not for long enough.

Nobody fails yet, so nobody waits: what is slow is done beside the event loop, and what cannot be read now is asked in
the next round. A restart loses only the time that was waited.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter

import structlog

from casebook_analyzer.errors import ClusterRefusedError
from casebook_analyzer.models import Signal
from casebook_operator import metrics
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.misfit_suspects import Places, Suspect, place_of, suspects
from casebook_operator.kube import KubeClient, Object, ObjectReader, paths
from casebook_operator.passed_over import passed_over
from casebook_operator.reading.case_reader import CaseReader
from casebook_operator.reading.misfits import Misfit, misfits_of
from casebook_operator.rounds import come_round
from casebook_operator.settings import SignalSettings
from casebook_operator.side_loop import Beside
from casebook_operator.signals.hold_duration import due_at
from casebook_operator.signals.misfits import misfit_signal

log = structlog.get_logger(__name__)

ROUNDS = 5
"""Within the hold duration: what is over by itself is seen to be."""

SHORTEST_ROUND = 2.0
BATCH = 100
"""Suspects that are judged in one go."""

NAMESPACE_SECONDS = 1.0
"""For the suspects of one kind in one namespace in a batch. Of more than that the rest is not told."""

MOST_TOLD = 3
"""Misfits of one object that its signal tells; the report has all."""

Found = tuple[ObjectKey, Object, list[Misfit]]
Observe = Callable[[Signal, Object, ObjectKey], None]


@dataclass(eq=False, kw_only=True)
class MisfitRounds:
    """One part of the operator."""

    kube: KubeClient
    reader: ObjectReader
    """Knows Services, policies and workloads from memory."""
    beside: Beside
    places: Places
    owns: Callable[[str], bool] = lambda _: True
    observe: Observe
    hold_durations: SignalSettings
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        metrics.WORK_ERRORS.labels(work="misfits")  # begins at 0, so that Prometheus sees the first one
        self._since: dict[ObjectKey, datetime] = {}

    async def run(self) -> None:
        """Run until cancelled."""
        every = max(SHORTEST_ROUND, self.hold_durations.misfit_seconds / ROUNDS)
        await come_round(self.round, every=every, left="misfits are looked for again later")

    async def round(self) -> None:
        """Look at everything once.

        Raises:
            CasebookError: The API server does not answer.
        """
        seen: set[ObjectKey] = set()
        batch: list[Suspect] = []
        async for suspect in suspects(self.kube, self.reader, self.places):
            place = ObjectKey(*place_of(suspect))
            if self.owns(place.namespace):
                seen.add(place)
                batch.append(suspect)
            if len(batch) == BATCH:
                await self._take(batch)
                batch = []
        await self._take(batch)
        for place in self._since.keys() - seen:
            del self._since[place]

    async def _take(self, batch: list[Suspect]) -> None:
        for place, obj, found in await self.beside.look(self.reader, lambda kube: judged(kube, batch)):
            if not found:
                self._since.pop(place, None)
                continue
            since = self._since.setdefault(place, self.clock())
            told = "; ".join(one.text for one in found[:MOST_TOLD])
            signal = misfit_signal(place.kind, obj, found[0].reason, told, since=since)
            if due_at(signal, self.hold_durations) <= self.clock():
                self.observe(signal, obj, place)


async def judged(kube: ObjectReader, batch: list[Suspect]) -> list[Found]:
    """What of each suspect does not fit. Of whom it cannot be told, nothing is."""
    results: list[Found] = []
    reader, near, left = CaseReader(kube), "", NAMESPACE_SECONDS
    for suspect in batch:
        place = ObjectKey(*place_of(suspect))
        if place.namespace != near:  # nothing of a namespace is kept longer than needed
            reader, near, left = CaseReader(kube), place.namespace, NAMESPACE_SECONDS
        if left <= 0:
            continue
        begun = perf_counter()
        with passed_over("misfits", kind=place.kind, name=place.name):
            try:
                obj = await reader.get(paths.item(*place)) if place.kind == "Service" else suspect[1]
                results.append((place, obj, await misfits_of(reader, place.kind, obj)))
            except ClusterRefusedError as error:
                log.debug("nobody can tell whether an object fits", object=str(place), error=str(error))
        left -= perf_counter() - begun
        await asyncio.sleep(0)
    return results
