"""Reads objects that may not exist: an absent one is a finding, one that cannot be read is a Gap."""

import asyncio
import re
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import Any

from casebook_analyzer.models import ObjectState
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.client import LIST_PAGE_SIZE
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.case_reader import CaseReader
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import READ_SECONDS, Findings
from casebook_operator.reading.gaps import READ_ERRORS, gap_of
from casebook_operator.reading.object_states import METADATA_ALONE, missing_state, state_of

PAGES = 5
"""500 objects of one list are looked at. More of one kind in one namespace is rare, and a wider read costs the API
server more than the case is worth."""

_NAME = re.compile(r"[A-Za-z0-9._:-]+")
"""What an object can be called. A name in which something was redacted is another one, and leads nowhere."""


@dataclass(frozen=True, slots=True)
class Sought:
    """The object, or the certainty that it does not exist. With neither, it is not known whether it does."""

    obj: Object | None = None
    missing: bool = False


async def find(context: CollectorContext, findings: Findings, kind: str, namespace: str, name: str) -> Sought:
    call = context.kube.get(paths.item(kind, namespace, name))
    sought = await _find(findings, kind, _place(namespace, name), call)
    return sought if foreign(context, namespace) else _told(findings, kind, namespace, name, sought)


async def find_metadata(context: CollectorContext, findings: Findings, kind: str, namespace: str, name: str) -> Sought:
    """Look an object up without its contents, for kinds that may hold what nobody should read."""
    call = context.kube.get_metadata(paths.item(kind, namespace, name))
    sought = await _find(findings, kind, _place(namespace, name), call)
    return sought if foreign(context, namespace) else _told(findings, kind, namespace, name, sought)


async def every(
    context: CollectorContext, findings: Findings, kind: str, namespace: str = "", **query: str
) -> list[Object] | None:
    """The objects of a kind, :data:`PAGES` pages of them at most: of a namespace, or of all when it is empty.

    None when nobody knows: they cannot be read (then there is a Gap), or the cluster has no such kind (then there is
    none).
    """
    call = context.kube.list(paths.collection(kind, namespace), limit=LIST_PAGE_SIZE, pages=PAGES, **query)
    what = f"{kind} objects{f' of namespace {namespace}' if namespace else ''}"
    try:
        async with asyncio.timeout(READ_SECONDS):
            return await call
    except READ_ERRORS as error:
        if not _says_nothing(error) and not (isinstance(error, ApiStatusError) and error.not_found):
            findings.gaps.append(gap_of(findings.collector, what, error))
        return None


async def read_again(kube: ObjectReader, objects: Iterable[ObjectState]) -> tuple[ObjectState, ...]:
    """The states of the same objects now. Objects that cannot be read are left out; nothing is raised for them."""
    reader = CaseReader(kube)
    again = await asyncio.gather(*(_again(reader, one) for one in objects if _NAME.fullmatch(one.name)))
    return tuple(state for states in again for state in states)


async def _again(kube: ObjectReader, before: ObjectState) -> tuple[ObjectState, ...]:
    kind, namespace, name = before.kind, before.namespace, before.name
    if not paths.known(kind):
        return ()
    get = kube.get_metadata if kind in METADATA_ALONE else kube.get
    sought = await _find(Findings("recovery"), kind, _place(namespace, name), get(paths.item(kind, namespace, name)))
    if sought.missing:
        return missing_state(kind, namespace, name)
    return state_of(kind, sought.obj) if sought.obj is not None else ()


def _told(findings: Findings, kind: str, namespace: str, name: str, sought: Sought) -> Sought:
    """What a collector looks up by name, the case rests on."""
    if sought.obj is not None:
        findings.rests_on(*state_of(kind, sought.obj))
    elif sought.missing:
        findings.rests_on(*missing_state(kind, namespace, name))
    return sought


async def _find(findings: Findings, kind: str, place: str, call: Coroutine[Any, Any, Object]) -> Sought:
    what = f"{kind} {place}"
    try:
        async with asyncio.timeout(READ_SECONDS):
            return Sought(obj=await call)
    except READ_ERRORS as error:
        if _says_nothing(error):
            return Sought()
        if isinstance(error, ApiStatusError) and error.not_found:
            return Sought(missing=True)
        forbidden = isinstance(error, ApiStatusError) and error.forbidden
        # What may not be read of one may not be read of all: one line for the kind, not one for each object.
        findings.gaps.append(gap_of(findings.collector, f"{kind} objects" if forbidden else what, error))
        return Sought()


def _says_nothing(error: Exception) -> bool:
    return isinstance(error, NotHeldError) or (isinstance(error, ApiStatusError) and error.no_such_kind)


def _place(namespace: str, name: str) -> str:
    return f"{namespace}/{name}" if namespace else name
