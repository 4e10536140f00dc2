"""Copies feedback annotations of Investigations into memory: each once, however often the object is read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Taken
from casebook_analyzer.models import Feedback, FeedbackSource, ProposedFix
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import Announcement, StatusWriter
from casebook_operator.fair_slots import Turn
from casebook_operator.feedback.annotations import annotated, no_proposal, parse_proposal, parse_word, writer
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import ConditionType, StatusCondition, reason_of
from casebook_operator.investigation.names import stable_digest
from casebook_operator.investigation.status import family_status, feedback_status, proposed_status
from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)


class _Annotated(msgspec.Struct, frozen=True):
    case: Investigation
    body: Object
    digest: str


@dataclass(eq=False, kw_only=True)
class FeedbackSync:
    """Takes in feedback by annotation. The status tells what was taken in, and what is wrong with the rest."""

    memory: Memory
    writer: StatusWriter
    cases: OpenCases
    pseudonyms: PseudonymsOf
    view: Callable[[str], View]
    """What the readers of a namespace may learn from."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._work: KeyedWork[_Annotated] = KeyedWork(
            "feedback", self.take, concurrency=2, turn=lambda item: Turn(item.case.namespace)
        )

    def seen(self, case: Investigation, body: Object) -> None:
        """A version of an Investigation. One that is not concluded is seen again when it is."""
        values = annotated(body)
        if not values or not (case.open or case.resolved):
            return
        digest = stable_digest(*(f"{name}={value}" for name, value in sorted(values.items())))
        told = reason_of(mappings(case.status, "conditions"), ConditionType.FEEDBACK_TAKEN)
        if told and self.cases.feedback.get(case.uid) == digest:
            return
        self._work.submit(case.uid, _Annotated(case, body, digest))

    async def close(self) -> None:
        await self._work.close()

    async def take(self, item: _Annotated) -> None:
        """Store the feedback in memory, then write to the status that it is stored."""
        case = item.case
        client, given_at = writer(item.body, self.clock())
        values = annotated(item.body)
        try:
            proposal = parse_proposal(values, FeedbackSource.ANNOTATION)
            word = parse_word(
                values,
                self.pseudonyms(case.subject.namespace).sanitizer,
                source=FeedbackSource.ANNOTATION,
                client=client,
                given_at=given_at,
            )
        except ConfigurationError as error:
            await self._say(item, {}, _refused("InvalidFeedback", f"Nothing was taken over. {error}"))
        else:
            taken = await self.memory.give_feedback(case.uid, word, proposal=proposal)
            if taken is Taken.NO_PROPOSAL:
                await self._say(
                    item, {}, _refused("NoSuchProposal", f"Nothing was taken over. {no_proposal(proposal)}")
                )
            elif taken is Taken.NO_INCIDENT:
                await self._say(item, {}, _refused("NotRemembered", "Memory has no incident of this Investigation."))
            else:
                log.info("feedback", investigation=case.name, namespace=case.namespace, verdict=word.verdict)
                status, waiting = await self._status(case, word)
                await self._say(item, status, _accepted(word, proposal, waiting))

    async def _status(self, case: Investigation, word: Feedback) -> tuple[Object, Sequence[ProposedFix]]:
        """The word, and what is known of the family now that it was said; and the fixes that wait for a person."""
        status = feedback_status(word)
        incident = await self.memory.by_id(case.uid)
        if incident is None:
            return status, ()
        past = await self.memory.past(incident, self.view(case.namespace))
        return status | family_status(past.family) | proposed_status(past.proposed), past.proposed

    async def _say(self, item: _Annotated, status: Object, condition: StatusCondition) -> None:
        """In the status, then in an Event; neither when the status says it already."""
        announcement = Announcement(reason=condition.reason, note=condition.message)
        written = await self.writer.write(item.case, status, condition, announce=lambda _: (announcement,))
        if written is not None:
            self.cases.feedback[item.case.uid] = item.digest


def _accepted(word: Feedback, proposal: int, waiting: Sequence[ProposedFix]) -> StatusCondition:
    by = f" by {word.author}" if word.author else ""
    said = f": {word.category}" if word.category else ""
    what = f": the fix that an agent proposed (number {proposal})" if proposal else said
    left = f" A fix is {waiting[-1].standing} (number {waiting[-1].number})." if waiting else ""
    return StatusCondition(
        type=ConditionType.FEEDBACK_TAKEN,
        status=True,
        reason=f"Feedback{word.verdict.capitalize()}",
        message=f"{word.verdict.capitalize()}{by}{what}. What is concluded here stays; memory learns from it.{left}",
    )


def _refused(reason: str, message: str) -> StatusCondition:
    return StatusCondition(type=ConditionType.FEEDBACK_TAKEN, status=False, reason=reason, message=message)
