"""Asks one model after the other until the answers of one pass the checks and agree."""

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
import stamina

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.evidence.digest import evidence_digest
from casebook_analyzer.models import Incident, Opinion
from casebook_analyzer.redaction import Sanitizer
from casebook_operator import metrics
from casebook_operator.investigation.names import stable_digest
from casebook_operator.reflection.answers import LONGEST_CAUSE, LONGEST_REASONING, Answer, NoAnswerError
from casebook_operator.reflection.budget import Budget
from casebook_operator.reflection.checks import checked
from casebook_operator.reflection.endpoint import EndpointUnavailableError, ModelEndpoint
from casebook_operator.reflection.question import ModelQuestion, question_of
from casebook_operator.reflection.voting import Majority, hopeless, vote
from casebook_operator.reflection_settings import ModelSettings, ReflectionSettings

_ATTEMPTS = 3
"""With one answer, before the case waits as everything does that needs what is away."""
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 0.5, 5.0
_REFUSED_LENGTH = 300
"""Characters of why no answer is taken."""


class Adviser:
    """Brings opinions about."""

    def __init__(
        self,
        endpoint: ModelEndpoint,
        budget: Budget,
        settings: ReflectionSettings,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._endpoint, self._budget, self._settings, self._clock = endpoint, budget, settings, clock

    def key_of(self, incident: Incident) -> str:
        """Stands for models, question and evidence of a case."""
        return self._key(question_of(incident.bundle))

    async def opinion(self, incident: Incident, sanitizer: Sanitizer) -> Opinion:
        """What the models say of a case, checked and redacted, or why nothing of it is taken over.

        Raises:
            OverBudgetError: The month's bound is reached.
            EndpointUnavailableError: The endpoint is away.
            CasebookError: The endpoint refuses, or the database does not answer.
        """
        question = question_of(incident.bundle)
        blank = Opinion(
            model="",
            key=self._key(question),
            evidence=evidence_digest(incident.bundle),
            given_at=self._clock(),
        )
        refused = ""
        for model in self._settings.models:
            found, refused = await self._agreed(incident.namespace, model, question)
            blank = msgspec.structs.replace(blank, model=sanitizer.line(model.name))
            if found is not None:
                return _taken(blank, found, sanitizer)
        return msgspec.structs.replace(blank, refused=sanitizer.line(refused, _REFUSED_LENGTH))

    async def _agreed(
        self, namespace: str, model: ModelSettings, question: ModelQuestion
    ) -> tuple[Majority | None, str]:
        """What enough answers of a model agree on, else why nothing is."""
        wanted = self._settings.agreement
        answers: list[Answer] = []
        wrong = ""
        for number in range(wanted.answers):
            outcome = "passed"
            try:
                answers.append(await self._answer(namespace, model, question))
            except NoAnswerError as error:
                outcome, wrong = "failed", str(error)
            metrics.REFLECTION_ANSWERS.labels(model=model.name, outcome=outcome).inc()
            if hopeless(answers, left=wanted.answers - number - 1, least=wanted.least):
                break
        found = vote(answers, asked=wanted.answers, least=wanted.least)
        return found, wrong or f"fewer than {wanted.least} of {wanted.answers} answers name one category"

    async def _answer(self, namespace: str, model: ModelSettings, question: ModelQuestion) -> Answer:
        async for attempt in stamina.retry_context(
            on=_soon,
            attempts=_ATTEMPTS,
            wait_initial=_FIRST_WAIT_SECONDS,
            wait_max=_LONGEST_WAIT_SECONDS,
        ):
            with attempt:
                return await self._asked(namespace, model, question)
        raise AssertionError  # the last attempt has returned or raised

    async def _asked(self, namespace: str, model: ModelSettings, question: ModelQuestion) -> Answer:
        reservation = await self._budget.reserve(namespace, model, question)
        try:
            reply = await self._endpoint.ask(model, question)
        except CasebookError as error:
            if not (isinstance(error, EndpointUnavailableError) and error.begun):
                await reservation.give_back()
            raise
        await reservation.pay(reply.usage)
        return checked(reply.text, question)

    def _key(self, question: ModelQuestion) -> str:
        wanted = self._settings.agreement
        names = (model.name for model in self._settings.models)
        return stable_digest(*names, str(wanted.answers), str(wanted.least), question.digest)


def _soon(error: Exception) -> bool | float:
    """Whether an answer may come before others miss the slot, and when, where the endpoint says so."""
    if not isinstance(error, EndpointUnavailableError) or error.retry_after > _LONGEST_WAIT_SECONDS:
        return False
    return error.retry_after or True


def _taken(blank: Opinion, found: Majority, sanitizer: Sanitizer) -> Opinion:
    answer = found.answer
    return msgspec.structs.replace(
        blank,
        category=answer.category,
        cause=sanitizer.line(answer.cause, LONGEST_CAUSE),
        reasoning=sanitizer.line(answer.reasoning, LONGEST_REASONING),
        facts=tuple(dict.fromkeys(answer.facts)),
        agreeing=found.agreeing,
        asked=found.asked,
    )
