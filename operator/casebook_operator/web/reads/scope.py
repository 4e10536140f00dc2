"""In which namespaces a reader looks around."""

from http import HTTPStatus

from casebook_operator.web.access.reader import Reader, listable
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import Records, forbidden, rights


async def scope_of(records: Records, reader: Reader, namespace: str = "") -> frozenset[str] | None:
    """The namespaces that are listed and searched: the one that was asked for, or all that he may. None is all.

    Raises:
        PageProblem: (403) He may not list the namespace, or none at all.
    """
    return await narrowed(reader, namespace, await listable(reader, await records.memory.namespaces()))


async def narrowed(reader: Reader, namespace: str, allowed: frozenset[str] | None) -> frozenset[str] | None:
    """Of the namespaces that a reader may list (None is all) those that he asked for. Raises as :func:`scope_of`."""
    if namespace and not await reader.may("list", namespace):
        raise forbidden(namespace, "list")
    if allowed is not None and not allowed:
        raise _nothing_allowed()
    return frozenset({namespace}) if namespace else allowed


def _nothing_allowed() -> PageProblem:
    return PageProblem(
        HTTPStatus.FORBIDDEN,
        "There is no namespace that you may read",
        "Incidents are listed to those who may list the Investigations of their namespace and, as reports quote logs, "
        "read the logs of its pods.",
        *rights("list", "NAMESPACE"),
    )
