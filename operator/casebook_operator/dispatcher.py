"""Hands everything that a sensor sees to the part of the operator that it concerns."""

from typing import Protocol

from casebook_operator.cases.due_signals import DueSignals
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.feedback.sync import FeedbackSync
from casebook_operator.investigation import parse
from casebook_operator.kube import Object
from casebook_operator.pipeline.intake import Intake
from casebook_operator.pipeline.refusals import Refusals


class Taxonomies(Protocol):
    """Whoever puts a Taxonomy of the cluster in force. Returns at once."""

    def taxonomy(self, body: Object, *, deleted: bool) -> None: ...


class Dispatcher:
    """The observer behind every sensor."""

    def __init__(
        self,
        *,
        signals: DueSignals,
        taxonomies: Taxonomies,
        cases: OpenCases,
        refusals: Refusals,
        intake: Intake,
        feedback: FeedbackSync,
    ) -> None:
        self._signals = signals
        self._taxonomies = taxonomies
        self._cases = cases
        self._refusals = refusals
        self._intake = intake
        self._feedback = feedback

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """Take in a version of an object that may show signals; its last version when ``deleted``."""
        if deleted:
            self._signals.gone(kind, obj)
        else:
            self._signals.look(kind, obj)

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        """Take in a version of a Taxonomy; its last version when ``deleted``."""
        self._taxonomies.taxonomy(body, deleted=deleted)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        """Take in a version of an Investigation; its last version when ``deleted``.

        One without a conclusion is investigated, and feedback on it goes to memory. Of one that is refused nothing is
        remembered.
        """
        case = parse(body)
        if deleted:
            self._cases.forget(case.uid)
            self._intake.forget(case.uid)
            return
        self._cases.put(case)
        why_not = self._cases.refusal(case)
        if case.concluded or why_not:
            self._intake.forget(case.uid)
        else:
            self._intake.submit(case)
        if why_not:
            self._refusals.submit(case, why_not)
            return
        self._feedback.seen(case, body)
