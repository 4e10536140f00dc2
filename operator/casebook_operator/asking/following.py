"""Waits until an Investigation has its answer."""

import asyncio
from collections.abc import Callable
from enum import Enum

from casebook_analyzer.errors import ClusterUnavailableError, ConfigurationError
from casebook_operator.investigation import names, parse
from casebook_operator.investigation.conditions import CaseState
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.values import mappings, text

POLL_SECONDS = 0.5
"""A look is one small read. A watch would cost more than the twenty of them that an answer takes."""


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
    path = paths.item(names.KIND, namespace_of(asked), name_of(asked))
    told: Stage | None = None
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        body = await _now(kube, path)
        if body is not None and parse(body).concluded:
            _check(body)
            return body
        stage = _stage(body) if body is not None else told
        if stage is not None and stage is not told:
            tell(stage)
            told = stage
        await asyncio.sleep(POLL_SECONDS)
    return None


async def _now(kube: KubeClient, path: str) -> Object | None:
    try:
        return await kube.get(path)
    except ClusterUnavailableError:
        return None
    except ApiStatusError as error:
        if error.not_found:
            raise ConfigurationError("The Investigation was deleted before it had an answer.") from error
        raise


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
