"""``status.secondOpinion`` of an Investigation. Pure."""

from enum import StrEnum

from casebook_analyzer.models import Opinion
from casebook_analyzer.text import at_word
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.names import GROUP, stable_digest
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import mapping, text

FIELD = "secondOpinion"
REQUEST = f"{GROUP}/reflect"
"""The annotation by which somebody asks. Another value asks once more."""


class OpinionState(StrEnum):
    """What became of a question to the models."""

    TAKEN = "Taken"
    """An opinion stands beside the verdict."""
    REFUSED = "Refused"
    """Models answered, and no answer passed the checks or enough of them agreed."""
    UNAVAILABLE = "Unavailable"
    """The endpoint is away. It is asked again."""
    NOT_ASKED = "NotAsked"
    """Nobody was asked: it is off, the month's bound is reached, or the endpoint refuses."""

    @property
    def final(self) -> bool:
        """Whether the same question is not asked again by itself."""
        return self is not OpinionState.UNAVAILABLE


def requested(body: Object) -> str:
    """A digest of what the annotation says; empty where nobody asks."""
    value = annotations_of(body).get(REQUEST)
    return stable_digest(str(value)) if value else ""


def state_of(case: Investigation) -> OpinionState | None:
    """What the status says; None where it says nothing that is known."""
    try:
        return OpinionState(text(case.status, FIELD, "state"))
    except ValueError:
        return None


def request_of(case: Investigation) -> str:
    """Which request the status answers."""
    return text(mapping(case.status, FIELD), "request")


def opinion_status(opinion: Opinion, request: str, *, log_text: bool) -> Object:
    """The field for an opinion. Its words have words of logs in them, and are left out without ``log_text``."""
    when: Object = {"model": at_word(opinion.model, 128), "givenTime": to_rfc3339(opinion.given_at)}
    if opinion.category is None:
        why = opinion.refused if log_text else "The answers failed the checks, or did not agree. The report says more."
        return _field(OpinionState.REFUSED, request, when | {"message": at_word(why, 256)})
    message = f"{opinion.agreeing} of {opinion.asked} answers agree. It decides nothing."
    numbers: Object = {"category": opinion.category.value, "agreeing": opinion.agreeing, "asked": opinion.asked}
    cause = {"cause": at_word(opinion.cause, 256)} if log_text else {}
    return _field(OpinionState.TAKEN, request, numbers | {"message": message} | when | cause)


def without_opinion(state: OpinionState, message: str, request: str) -> Object:
    """The field where there is none, and why."""
    return _field(state, request, {"message": at_word(message, 256)})


def _field(state: OpinionState, request: str, more: Object) -> Object:
    """Where a status is too large it loses its end: what says that it is answered stands first."""
    return {FIELD: {"state": state.value, **({"request": request} if request else {}), **more}}
