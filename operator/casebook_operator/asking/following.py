"""Waits until an Investigation has its answer."""

from collections.abc import Callable
from contextlib import aclosing
from enum import Enum

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.investigation import parse
from casebook_operator.investigation.conditions import CaseState
from casebook_operator.investigation.looks import looks
from casebook_operator.kube import KubeClient, Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.values import mappings, text


class Stage(Enum):
    """How far an answer has come."""

    UNSEEN = "waits for the operator"
    WAITING = "others of this namespace were asked before"
    LOOKING = "the operator looks at it"


async def answered(kube: KubeClient, asked: Object, *, seconds: float, tell: Callable[[Stage], None]) -> Object | None:
    """The Investigation with its answer; None when there is none after so many ``seconds``.

    ``tell`` is called whenever the stage has changed. An API server that is away for a while is asked again.

    Raises:
        ConfigurationError: It was refused, or deleted meanwhile. The message says why.
        ClusterRefusedError: The caller may not read it.
    """
    told: Stage | None = None
    async with aclosing(looks(kube, namespace_of(asked), name_of(asked), seconds=seconds)) as found:
        async for body in found:
            if parse(body).concluded:
                _check(body)
                return body
            stage = _stage(body)
            if stage is not told:
                tell(stage)
                told = stage
    return None


def _stage(body: Object) -> Stage:
    state = parse(body).state
    if not state:
        return Stage.UNSEEN
    return Stage.WAITING if state == CaseState.WAITING else Stage.LOOKING


def _check(body: Object) -> None:
    case = parse(body)
    if case.refused:
        why = (text(one, "message") for one in mappings(case.status, "conditions") if one.get("type") == "Succeeded")
        raise ConfigurationError(f"Casebook refuses to look into it: {next(why, 'it does not say why')}")
