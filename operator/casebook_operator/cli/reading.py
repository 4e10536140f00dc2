"""What commands that only read memory share: no model is loaded, and incidents are found by what people call them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Incident

if TYPE_CHECKING:
    from casebook_analyzer.memory import Memory
    from casebook_operator.settings import Settings
    from casebook_operator.web.access.reader import DatabaseReader
    from casebook_operator.web.records import Records


_NAMED = 5


@asynccontextmanager
async def reading(settings: Settings) -> AsyncIterator[Memory]:
    """Memory without an embedding model, which would take seconds to load, until the context ends.

    Raises:
        CasebookError: The database cannot be used; the message says why and what to do.
    """
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, only_reads=True, embeds=False) as memory:
        yield memory


@asynccontextmanager
async def as_pages_read(
    settings: Settings, *, embeds: bool = False, writes: bool = False
) -> AsyncIterator[tuple[Records, DatabaseReader]]:
    """What pages, the API and a server's answers are read from, and a reader who may read all of it.

    Who ``writes`` what he has read is not answered by a standby.

    Raises:
        CasebookError: The database cannot be used, or what was asked for is not there: what a server would answer.
    """
    from casebook_operator.opening_watch import counted_openings
    from casebook_operator.recall import opened_memory
    from casebook_operator.web.access.reader import DatabaseReader
    from casebook_operator.web.problems import PageProblem
    from casebook_operator.web.records import Records

    async with opened_memory(settings, only_reads=not writes, embeds=embeds) as memory, counted_openings(memory):
        try:
            yield Records(memory=memory, settings=settings), DatabaseReader()
        except PageProblem as problem:
            raise ConfigurationError(f"{problem.title}. {problem.text}") from problem


async def one_incident(memory: Memory, name: str, what: str = "incident") -> Incident:
    """The incident called ``[NAMESPACE/]INVESTIGATION``, or with this id. Messages call it ``what``.

    Raises:
        ConfigurationError: There is none, or there are several. The message says what to do.
        DatabaseUnavailableError: The database does not answer.
    """
    from casebook_analyzer.memory.browse.lookup import called

    found = await called(memory.session, name)
    if not found:
        raise ConfigurationError(
            f"Memory has no {what} {name!r}. `casebook list` shows what it has, and `kubectl get investigations -A` "
            "what the cluster has. CASEBOOK_DATABASE__URL must name the operator's database."
        )
    if len(found) > 1:
        named = ", ".join(f"{one.namespace}/{one.name}" for one in found[:_NAMED])
        raise ConfigurationError(f"Several incidents are called {name!r}. Name one with its namespace: {named}.")
    return found[0]
