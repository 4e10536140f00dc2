"""Asks about Investigations by themselves, or when somebody asks by annotation, after they are concluded."""

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.opinions import keep_opinion
from casebook_analyzer.models import Incident, Opinion
from casebook_operator import metrics
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.kube.values import number, text
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.reflection.adviser import Adviser
from casebook_operator.reflection.budget import OverBudgetError
from casebook_operator.reflection.endpoint import EndpointUnavailableError
from casebook_operator.reflection.status import (
    OpinionState,
    opinion_status,
    request_of,
    requested,
    state_of,
    without_opinion,
)
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

CONCURRENT_QUESTIONS = 2
"""One of a namespace, and one for others."""


class _Asked(msgspec.Struct, frozen=True):
    case: Investigation
    request: str
    """Empty for what nobody asked for."""


class ReflectionSync:
    """No conclusion waits for it, and none is changed by it."""

    def __init__(
        self,
        *,
        adviser: Adviser | None,
        memory: Memory,
        writer: StatusWriter,
        cases: OpenCases,
        pseudonyms: PseudonymsOf,
        below: int,
        log_text: bool,
    ) -> None:
        """Without a ``adviser`` it is off, and who asks is told so. ``below`` which confidence it asks by itself.

        ``log_text``: whether words of logs may stand in statuses.
        """
        self._adviser, self._memory, self._writer, self._cases = adviser, memory, writer, cases
        self._pseudonyms, self._below, self._log_text = pseudonyms, below, log_text
        self._work: KeyedWork[_Asked] = KeyedWork(
            "reflection",
            self.take,
            concurrency=CONCURRENT_QUESTIONS,
            turn=lambda item: Turn(item.case.namespace, asked=bool(item.request)),
        )
        metrics.REFLECTION_UP.set(1 if adviser else 0)

    def seen(self, case: Investigation, body: Object) -> None:
        """A version of an Investigation. One that is not concluded is seen again when it is. Returns at once."""
        if not (case.open or case.resolved):
            return
        request = requested(body)
        if not self._wanted(case, request) or self._cases.reflected.get(case.uid) == request:
            return
        self._cases.reflected[case.uid] = request
        self._work.submit(case.uid, _Asked(case, request))

    async def close(self) -> None:
        """Stop at once. What was not answered is asked at the next start."""
        await self._work.close()

    async def take(self, item: _Asked) -> None:
        """Ask, keep what is said, and write it to the status.

        Raises:
            EndpointUnavailableError: The endpoint is away, as the status says now.
            CasebookError: The database or the API server does not answer.
        """
        if self._adviser is None:
            return await self._say(item, OpinionState.NOT_ASKED, "Second opinions are off (reflection.url is not set).")
        incident = await self._memory.by_id(item.case.uid)
        if incident is None:
            return await self._say(item, OpinionState.NOT_ASKED, "Memory has no incident of this Investigation.")
        try:
            opinion = await self._opinion(self._adviser, incident, asked=bool(item.request))
        except OverBudgetError as error:
            return await self._say(item, OpinionState.NOT_ASKED, str(error), outcome="over_budget")
        except EndpointUnavailableError:
            metrics.REFLECTION_UP.set(0)
            told = "The endpoint of models does not answer. It is asked again."
            await self._say(item, OpinionState.UNAVAILABLE, told, outcome="unavailable")
            raise
        except CasebookError as error:
            if error.retryable:
                raise
            metrics.REFLECTION_UP.set(0)
            log.error("no second opinion", investigation=item.case.name, error=str(error))
            return await self._say(item, OpinionState.NOT_ASKED, str(error), outcome="not_asked")
        await self._writer.write(item.case, opinion_status(opinion, item.request, log_text=self._log_text))
        return None

    def _wanted(self, case: Investigation, request: str) -> bool:
        state = state_of(case)
        if request and request != request_of(case):
            return True
        if state is not None:
            return not state.final and self._adviser is not None
        if self._adviser is None or not self._below or not case.open:
            return False
        category = text(case.status, "category")
        return category == "unknown" or (bool(category) and number(case.status, "confidence") < self._below)

    async def _opinion(self, adviser: Adviser, incident: Incident, *, asked: bool) -> Opinion:
        """The one that memory has of the same evidence by the same models, else a new one.

        Answers that were refused are asked for again only where somebody wants it.
        """
        known = incident.opinion
        if known is not None and known.key == adviser.key_of(incident) and (known.taken or not asked):
            metrics.REFLECTIONS.labels(outcome="known").inc()
            return known
        sanitizer = self._pseudonyms(incident.bundle.subject.namespace).sanitizer
        opinion = await adviser.opinion(incident, sanitizer)
        metrics.REFLECTION_UP.set(1)
        await keep_opinion(self._memory.session, incident.id, opinion)
        metrics.REFLECTIONS.labels(outcome="taken" if opinion.taken else "refused").inc()
        log.info("second opinion", investigation=incident.name, taken=opinion.taken, model=opinion.model)
        return opinion

    async def _say(self, item: _Asked, state: OpinionState, message: str, *, outcome: str = "not_asked") -> None:
        metrics.REFLECTIONS.labels(outcome=outcome).inc()
        await self._writer.write(item.case, without_opinion(state, message, item.request))
