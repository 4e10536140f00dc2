"""In which namespaces a reader looks around."""

import asyncio
from collections.abc import Collection
from http import HTTPStatus

from casebook_operator.web.access.reader import EVERYWHERE, Reader, listable
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import Records, forbidden, require, rights

MOST_NAMESPACES = 100
"""That one question may name: the API server is asked for each."""


async def scope_of(records: Records, reader: Reader, namespaces: Collection[str] = ()) -> frozenset[str] | None:
    """The namespaces that are listed and searched: those that were asked for, or all that he may. None is all.

    Raises:
        PageProblem: (403) He may not list one of the namespaces, or none at all.
    """
    return await narrowed(reader, namespaces, await listable(reader, await records.memory.namespaces()))


async def narrowed(
    reader: Reader, namespaces: Collection[str], allowed: frozenset[str] | None
) -> frozenset[str] | None:
    """Of the namespaces that a reader may list (None is all) those that he asked for. Raises as :func:`scope_of`."""
    if asked := await refuse_unlisted(reader, namespaces):
        return frozenset(asked)  # also where nothing has failed yet
    if allowed is not None and not allowed:
        raise _nothing_allowed()
    return allowed


async def evidence_scope(records: Records, reader: Reader, namespace: str = "") -> frozenset[str] | None:
    """The namespaces whose incidents he may list and read whole: the one that was asked for, or all. None is all.

    Raises:
        PageProblem: (403) He may not do both in the namespace, or in none at all.
    """
    listed = await scope_of(records, reader, [namespace])
    if namespace:
        await require(reader, namespace)
        return listed
    if listed is None and await reader.may("get", EVERYWHERE):
        return None
    several = sorted(listed if listed is not None else await records.memory.namespaces())
    may = await asyncio.gather(*(reader.may("get", one) for one in several))
    if not any(may):
        raise _nothing_allowed()
    return frozenset(one for one, allows in zip(several, may, strict=True) if allows)


async def refuse_unlisted(reader: Reader, namespaces: Collection[str]) -> list[str]:
    """The namespaces that somebody asks for by their names, each once, in order.

    Raises:
        PageProblem: (403) The reader may not list some of them, whether there are any or not.
    """
    asked = sorted({*namespaces} - {""})
    may = await asyncio.gather(*(reader.may("list", one) for one in asked))
    if refused := [one for one, allows in zip(asked, may, strict=True) if not allows]:
        raise forbidden(refused[0], "list", others=refused[1:])
    return asked


def _nothing_allowed() -> PageProblem:
    return PageProblem(
        HTTPStatus.FORBIDDEN,
        "There is no incident that you may read",
        "Incidents are listed to those who may list the Investigations of their namespace and, as reports quote logs, "
        "read the logs of its pods. Where you may, nothing has failed yet: name a namespace to read what there is for "
        "it, by ?namespace=NAMESPACE or -n NAMESPACE.",
        *rights("list", "NAMESPACE"),
    )
