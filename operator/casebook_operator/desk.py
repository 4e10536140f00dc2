"""Where everything that a sensor sees arrives: turned into signals, cases and work."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import Patience, Signal
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator import metrics
from casebook_operator.cases.handled import Place, origin_of
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.tally import Tally
from casebook_operator.cases.waiting import WaitingRoom
from casebook_operator.feedback.takeover import Takeover
from casebook_operator.investigation import Investigation, parse
from casebook_operator.investigation.status import alerts_status
from casebook_operator.kube import Object
from casebook_operator.pipeline import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.settings import SignalSettings
from casebook_operator.signals import signals_of
from casebook_operator.signals.patience import NEVER, due_at, history_from

log = structlog.get_logger(__name__)

RECOUNT_SECONDS = 2.0
"""Counts on the CR may lag by this much, so that a storm costs one write per case in that time."""

SECOND_LOOK = timedelta(seconds=5)
"""An object that does not say since when is looked at twice: the time that stands for it may be that of another write,
and what a controller has not got to yet is done by then."""


class Taxonomies(Protocol):
    """Whoever puts a Taxonomy of the cluster in force. Returns at once."""

    def taxonomy(self, body: Object, *, deleted: bool) -> None: ...


class Desk:
    """The observer behind every sensor."""

    def __init__(
        self,
        *,
        taxonomy: Callable[[], Taxonomy],
        taxonomies: Taxonomies,
        patience: SignalSettings,
        waiting: WaitingRoom,
        intake: Intake,
        release: Callable[[str], None],
        investigator: Investigator,
        publisher: Publisher,
        ledger: Ledger,
        tally: Tally,
        roll: Roll,
        takeover: Takeover,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``taxonomy`` gives the one that is in force now. ``release`` is told of cases that people deleted."""
        self._taxonomy = taxonomy
        self._taxonomies = taxonomies
        self._patience = patience
        self._waiting = waiting
        self._intake = intake
        self._release = release
        self._investigator = investigator
        self._publisher = publisher
        self._ledger = ledger
        self._tally = tally
        self._roll = roll
        self._takeover = takeover
        self._clock = clock
        metrics.WORK_ERRORS.labels(work="signals")  # begins at 0, so that Prometheus sees the first one
        self._alerted: set[str] = set()
        """UIDs of cases on which alerts were noted that their status does not have yet."""

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """A version of an object. Signals that are due go to the intake, the object waits for the others."""
        if deleted:
            self._waiting.drop(_place(kind, obj))
        else:
            self.look(kind, obj)

    def look(self, kind: str, obj: Object) -> None:
        """Ask an object for its signals now."""
        place = _place(kind, obj)
        signals = self._signals(kind, obj)
        if not signals:
            self._waiting.drop(place)
            return
        now, dues = self._clock(), {}
        for signal in signals:
            if history_from(signal, self._patience) <= now:
                continue
            due = self._due(signal, place, now)
            if due <= now:
                self._intake.observe(signal, obj, place)
            elif due < NEVER:
                dues[origin_of(signal)] = due
        self._waiting.hold(place, dues)

    def _signals(self, kind: str, obj: Object) -> tuple[Signal, ...]:
        try:
            return signals_of(kind, obj, self._taxonomy())
        except Exception:  # objects of strangers have surprises that no test foresees: one must not blind the operator
            metrics.WORK_ERRORS.labels(work="signals").inc()
            log.exception("an object gives no signals", kind=kind, name=obj["metadata"]["name"])
            return ()

    def _due(self, signal: Signal, place: Place, now: datetime) -> datetime:
        """From when on a signal may open a case. A state that began in the future has begun by now.

        Where the time of the beginning moves from version to version, the earliest that was seen counts. Only a rollout
        is another one with every version: while something moves, it is not stuck.
        """
        ahead = signal.occurred_at > now
        due = due_at(msgspec.structs.replace(signal, occurred_at=now) if ahead else signal, self._patience)
        if not (ahead or signal.undated) or signal.patience is Patience.NONE:
            return due
        waits = self._waiting.dues(place).get(origin_of(signal))
        if waits is None:
            return max(due, now + SECOND_LOOK)
        return due if signal.patience is Patience.ROLLOUT else min(due, waits)

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        self._taxonomies.taxonomy(body, deleted=deleted)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        case = parse(body)
        if deleted:
            self._forget(case)
            return
        self.restore(case)
        if not case.concluded:
            self._investigator.submit(case)
        self._takeover.seen(case, body)

    def restore(self, case: Investigation) -> None:
        """Take in what the API server knows of a case."""
        self._ledger.put(case)
        known = self._ledger.get(case.uid)
        if known is not None and known.open:  # a watch may deliver what is older than that
            self._tally.begin(case, fresh=False)
            self._roll.begin(case)
            if alerts_status(known).get("alerts") != known.status.get("alerts"):
                self._alerted.add(known.uid)

    async def run(self) -> None:
        """Write changed counts to the Investigations, until cancelled."""
        while True:
            await asyncio.sleep(RECOUNT_SECONDS)
            for uid in self._tally.take_changed() | self._roll.take_changed() | self._take_alerted():
                case = self._ledger.get(uid)
                if case is None or not case.open:
                    continue
                try:
                    await self._publisher.recount(case)
                except CasebookError as error:
                    log.warning("counts are written later", investigation=case.name, error=str(error))

    def _take_alerted(self) -> set[str]:
        alerted, self._alerted = self._alerted, set()
        return alerted

    def _forget(self, case: Investigation) -> None:
        self._ledger.remove(case.uid)
        self._tally.forget(case.uid)
        self._roll.forget(case.uid)
        self._takeover.forget(case.uid)
        self._release(case.uid)


def _place(kind: str, obj: Object) -> Place:
    metadata = obj["metadata"]
    return Place(kind, metadata.get("namespace") or "", metadata["name"])
