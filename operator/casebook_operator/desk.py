"""Where everything that a sensor sees arrives: turned into signals, cases and work."""

import asyncio

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator import metrics
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import Object
from casebook_operator.pipeline import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.signals import event_signals, node_signals, pod_signals

log = structlog.get_logger(__name__)

RECOUNT_SECONDS = 2.0
"""Counts on the CR may lag by this much, so that a storm costs one write per case in that time."""


class Desk:
    """The observer behind every sensor."""

    def __init__(
        self,
        *,
        taxonomy: Taxonomy,
        intake: Intake,
        investigator: Investigator,
        publisher: Publisher,
        ledger: Ledger,
        tally: Tally,
    ) -> None:
        self._taxonomy = taxonomy
        self._intake = intake
        self._investigator = investigator
        self._publisher = publisher
        self._ledger = ledger
        self._tally = tally

    def pod(self, pod: Object) -> None:
        for signal in pod_signals(pod):
            self._intake.observe(signal, pod)

    def node(self, node: Object) -> None:
        for signal in node_signals(node, self._taxonomy.conditions):
            self._intake.observe(signal, node)

    def event(self, event: Object) -> None:
        for signal in event_signals(event, self._taxonomy):
            self._intake.observe(signal, event)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        case = parse(body)
        if deleted:
            self._forget(case)
            return
        self.restore(case)
        if not case.concluded:
            self._investigator.submit(case)

    def restore(self, case: Investigation) -> None:
        """Take in what the API server knows of a case."""
        self._ledger.put(case)
        known = self._ledger.get(case.uid)
        if known is not None and known.open:  # a watch may deliver what is older than that
            self._tally.begin(case, fresh=False)
            metrics.open_series(case.namespace, case.name, str(case.status.get("category") or "unknown"))

    async def run(self) -> None:
        """Write changed counts to the Investigations, until cancelled."""
        while True:
            await asyncio.sleep(RECOUNT_SECONDS)
            for uid in self._tally.take_changed():
                case = self._ledger.get(uid)
                if case is None or not case.open:
                    continue
                if self._tally.occurrences(case) == case.occurrences and self._tally.last_seen(case) == case.last_seen:
                    continue
                try:
                    await self._publisher.recount(case)
                except CasebookError as error:
                    log.warning("counts are written later", investigation=case.name, error=str(error))

    def _forget(self, case: Investigation) -> None:
        self._ledger.remove(case.uid)
        self._tally.forget(case.uid)
        metrics.close_series(case.namespace, case.name, str(case.status.get("category") or "unknown"))
