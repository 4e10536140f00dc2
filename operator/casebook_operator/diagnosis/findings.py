"""What a check says."""

from collections.abc import Awaitable, Callable
from enum import StrEnum

import msgspec

from casebook_analyzer.errors import CasebookError


class Verdict(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """Works, but less well."""
    BROKEN = "broken"


class Finding(msgspec.Struct, frozen=True):
    """What one check found."""

    check: str
    verdict: Verdict
    detail: str


async def found(name: str, check: Callable[[], Awaitable[Finding]]) -> Finding:
    """A check that raises a deliberate error has found something broken."""
    try:
        return await check()
    except CasebookError as error:
        return Finding(name, Verdict.BROKEN, str(error))
