"""Hands everything that a sensor sees to the part of the operator that it concerns."""

from dataclasses import dataclass
from typing import Protocol

from casebook_operator.cases.due_signals import DueSignals
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.feedback.sync import FeedbackSync
from casebook_operator.investigation import parse
from casebook_operator.kube import Object
from casebook_operator.pipeline.intake import Intake
from casebook_operator.pipeline.refusals import Refusals
from casebook_operator.reflection.sync import ReflectionSync


class Taxonomies(Protocol):
    """Whoever puts a Taxonomy of the cluster in force. Returns at once."""

    def taxonomy(self, body: Object, *, deleted: bool) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatcher:
    """The observer behind every sensor."""

    signals: DueSignals
    taxonomies: Taxonomies
    cases: OpenCases
    refusals: Refusals
    intake: Intake
    feedback: FeedbackSync
    reflection: ReflectionSync

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """Take in a version of an object that may show signals; its last version when ``deleted``."""
        if deleted:
            self.signals.gone(kind, obj)
        else:
            self.signals.look(kind, obj)

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        """Take in a version of a Taxonomy; its last version when ``deleted``."""
        self.taxonomies.taxonomy(body, deleted=deleted)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        """Take in a version of an Investigation; its last version when ``deleted``.

        One without a conclusion is investigated, feedback on it goes to memory, and models may be asked. Of one that
        is refused nothing is remembered. What another operator looks after is known here at most.
        """
        if deleted:  # of which a list that lacks it tells no more than what it was
            uid = body["metadata"]["uid"]
            self.cases.forget(uid)
            self.intake.forget(uid)
            return
        case = parse(body)
        self.cases.put(case)
        if not self.cases.ours(case):
            return
        why_not = self.cases.refusal(case)
        if case.concluded or why_not:
            self.intake.forget(case.uid)
        else:
            self.intake.submit(case)
        if why_not:
            self.refusals.submit(case, why_not)
            return
        self.feedback.seen(case, body)
        self.reflection.seen(case, body)
