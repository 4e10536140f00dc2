"""Takes annotations of Investigations over into memory: each once, however often the object is read."""

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Taken
from casebook_analyzer.models import Feedback, FeedbackSource
from casebook_analyzer.redaction import Redactor
from casebook_operator.cases.ledger import Ledger
from casebook_operator.feedback.annotations import annotated, parse_word, writer
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import Condition, ConditionType, merge, reason_of
from casebook_operator.investigation.names import stable_digest
from casebook_operator.investigation.status import family_status, feedback_status, fit
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import Object
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)


class _Annotated(msgspec.Struct, frozen=True):
    case: Investigation
    body: Object
    digest: str


class Takeover:
    """Feedback by annotation. What was taken over, and what is wrong with it, stands in the status."""

    def __init__(
        self,
        *,
        memory: Memory,
        store: InvestigationStore,
        ledger: Ledger,
        redactor: Redactor,
        view: Callable[[str], View],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``view`` says what the readers of a namespace may learn from."""
        self._memory = memory
        self._store = store
        self._ledger = ledger
        self._redactor = redactor
        self._view = view
        self._clock = clock
        self._done: dict[str, str] = {}
        """Digest of the annotations that were handled last, by UID. Memory itself knows them after a restart."""
        self._work: KeyedWork[_Annotated] = KeyedWork("feedback", self.take, concurrency=2)

    def seen(self, case: Investigation, body: Object) -> None:
        """A version of an Investigation. One that is not concluded is seen again when it is."""
        values = annotated(body)
        if not values or not (case.open or case.resolved):
            return
        digest = stable_digest(*(f"{name}={value}" for name, value in sorted(values.items())))
        told = reason_of(case.status.get("conditions") or (), ConditionType.FEEDBACK_TAKEN)
        if told and self._done.get(case.uid) == digest:
            return
        self._work.submit(case.uid, _Annotated(case, body, digest))

    def forget(self, uid: str) -> None:
        """An Investigation was deleted. What was said of it stays in memory."""
        self._done.pop(uid, None)

    async def close(self) -> None:
        await self._work.close()

    async def take(self, item: _Annotated) -> None:
        """Store the word, then say so."""
        case = item.case
        client, given_at = writer(item.body, self._clock())
        try:
            word = parse_word(
                annotated(item.body),
                self._redactor,
                source=FeedbackSource.ANNOTATION,
                client=client,
                given_at=given_at,
            )
        except ConfigurationError as error:
            await self._say(case, {}, _refused("InvalidFeedback", f"Nothing was taken over. {error}"))
        else:
            taken = await self._memory.give_feedback(case.uid, word)
            if taken is Taken.NO_INCIDENT:
                await self._say(case, {}, _refused("NotRemembered", "Memory has no incident of this Investigation."))
            else:
                log.info("feedback", investigation=case.name, namespace=case.namespace, verdict=word.verdict)
                await self._say(case, await self._status(case, word), _accepted(word))
        self._done[case.uid] = item.digest

    async def _status(self, case: Investigation, word: Feedback) -> Object:
        """The word, and what is known of the family now that it was said."""
        status = feedback_status(word)
        incident = await self._memory.by_id(case.uid)
        if incident is not None:
            key = incident.conclusion.signature.key
            status |= family_status(await self._memory.family(key, self._view(case.namespace)))
        return status

    async def _say(self, case: Investigation, status: Object, condition: Condition) -> None:
        """In the status, then in an Event; neither when the status says it already."""
        latest = self._ledger.get(case.uid) or case
        existing = latest.status.get("conditions") or ()
        conditions = merge(existing, [condition], generation=latest.generation, now=self._clock())
        changed = status | {"conditions": conditions}
        fitted = fit(latest, latest.status | changed)
        if all(latest.status.get(name) == fitted.get(name) for name in changed):
            return
        written = await self._store.write_status(latest, {name: fitted[name] for name in changed})
        if written is None:
            return
        self._ledger.put(written)
        await self._store.post_event(written.reference, reason=condition.reason, note=condition.message)


def _accepted(word: Feedback) -> Condition:
    by = f" by {word.author}" if word.author else ""
    said = f": {word.category}" if word.category else ""
    return Condition(
        type=ConditionType.FEEDBACK_TAKEN,
        status=True,
        reason=f"Feedback{word.verdict.capitalize()}",
        message=f"{word.verdict.capitalize()}{by}{said}. What is concluded here stays; memory learns from it.",
    )


def _refused(reason: str, message: str) -> Condition:
    return Condition(type=ConditionType.FEEDBACK_TAKEN, status=False, reason=reason, message=message)
