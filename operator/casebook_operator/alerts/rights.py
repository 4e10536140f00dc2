"""Where the sender of a notification may open Investigations: few requests, however many namespaces it names."""

from typing import Literal, Protocol

from casebook_analyzer.errors import CasebookError
from casebook_operator.scope import EVERYWHERE

MAX_NAMESPACES = 20
"""Namespaces of one notification that the API server is asked about. For who may open them everywhere it is one."""


class Caller(Protocol):
    """Whoever sent a notification: a user of the cluster, or a holder of the secret."""

    async def may(self, verb: Literal["create"], namespace: str) -> bool:
        """Whether they may do this to ``investigations.casebook.dev`` in a namespace; in all of them when empty."""
        ...


class TooManyNamespacesError(CasebookError):
    """A notification names more namespaces than are asked about."""


class SenderRights:
    """The answers for one notification."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._answers: dict[str, bool] = {}
        self._everywhere: bool | None = None

    async def may_open(self, namespace: str) -> bool:
        """Whether the sender may create Investigations in a namespace.

        Raises:
            TooManyNamespacesError: It would be one more than :data:`MAX_NAMESPACES`.
            ClusterRefusedError: Casebook itself may not ask.
            ClusterUnavailableError: The API server does not answer.
        """
        if namespace not in self._answers:
            self._answers[namespace] = await self._asked(namespace)
        return self._answers[namespace]

    async def _asked(self, namespace: str) -> bool:
        if self._everywhere is None and self._answers:
            self._everywhere = await self._caller.may("create", EVERYWHERE)
        if self._everywhere:
            return True
        if len(self._answers) >= MAX_NAMESPACES:
            raise TooManyNamespacesError
        return await self._caller.may("create", namespace)
