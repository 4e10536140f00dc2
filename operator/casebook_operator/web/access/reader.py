"""Who asks for a page, and which namespaces they may read."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Literal, Protocol, final

import msgspec

from casebook_operator.settings import Visibility

Verb = Literal["get", "list", "create", "patch"]

EVERYWHERE = ""
"""Stands for all namespaces, as it does for the API server."""


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """A user as the API server knows users."""

    name: str
    uid: str = ""
    groups: tuple[str, ...] = ()
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Reader(Protocol):
    """Somebody who asks for a page. Every page asks what they may read before it shows anything."""

    @property
    def name(self) -> str:
        """The name that is shown on every page; empty for :class:`Anybody`."""
        ...

    async def may(self, verb: Verb, namespace: str) -> bool:
        """Whether they may do this to ``investigations.casebook.dev`` in a namespace; ``""`` stands for all of them.

        Raises:
            ClusterRefusedError: Casebook itself may not ask the API server.
            ClusterUnavailableError: The API server does not answer.
        """
        ...


@final
class Anybody:
    """Whoever sits at this machine, while nobody else is served."""

    name = ""

    async def may(self, verb: Verb, namespace: str) -> bool:  # noqa: ARG002
        """Always: who sits at this machine can read the database as well."""
        return True


@final
class DatabaseReader:
    """Whoever has a login of the database, which shows everything to them: commands that ask no server."""

    name = "a login of the database"

    async def may(self, verb: Verb, namespace: str) -> bool:  # noqa: ARG002
        """Always."""
        return True


async def may_name(reader: Reader, namespace: str, *, homes: Collection[str], visibility: Visibility) -> bool:
    """Whether a page about ``homes`` may name an incident of another namespace. Raises what :meth:`Reader.may` does."""
    if namespace in homes or visibility is Visibility.CLUSTER:
        return True
    return bool(reader.name) and await reader.may("get", namespace)


async def listable(reader: Reader, namespaces: Sequence[str]) -> frozenset[str] | None:
    """Those of the namespaces whose incidents a reader may list. None stands for all, also for new ones.

    Raises:
        ClusterRefusedError: Casebook itself may not ask the API server.
        ClusterUnavailableError: The API server does not answer.
    """
    if await reader.may("list", EVERYWHERE):
        return None
    allowed = await asyncio.gather(*(reader.may("list", namespace) for namespace in namespaces))
    return frozenset(namespace for namespace, may in zip(namespaces, allowed, strict=True) if may)
