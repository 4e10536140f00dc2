"""The result of one check of ``casebook doctor``."""

from collections.abc import Awaitable, Callable
from enum import StrEnum

import msgspec

from casebook_analyzer.errors import CasebookError


class CheckVerdict(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """Works, but less well."""
    BROKEN = "broken"


class CheckResult(msgspec.Struct, frozen=True):
    """What one check found."""

    check: str
    verdict: CheckVerdict
    detail: str


async def found(name: str, check: Callable[[], Awaitable[CheckResult]]) -> CheckResult:
    """The result of a check. One that raises a :class:`CasebookError` has found something broken."""
    try:
        return await check()
    except CasebookError as error:
        return CheckResult(name, CheckVerdict.BROKEN, str(error))
