"""Whether the hot standby that pages and searches read may be read, and how long it takes to have what is new."""

import asyncio
import time

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import StandbyState, open_memory
from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict
from casebook_operator.recall import standby_of
from casebook_operator.settings import Settings

_NAME = "standby"
_WATCHED_SECONDS = 3.0
_PAUSE_SECONDS = 0.05


async def standby_finding(settings: Settings, dsn: str) -> CheckResult:
    """Look at it until it has what the primary had at the first look, for three seconds at most."""
    try:
        memory = open_memory(dsn, tenant=settings.cluster.name, embedder=None, standby=standby_of(settings))
    except CasebookError as error:
        return CheckResult(_NAME, CheckVerdict.BROKEN, str(error))
    async with memory:
        begun, state = time.monotonic(), await memory.observe_standby()
        # Where it may not be read for another reason, time helps nothing.
        while _behind(state) and time.monotonic() - begun < _WATCHED_SECONDS:
            await asyncio.sleep(_PAUSE_SECONDS)
            state = await memory.observe_standby()
    return _told(state, time.monotonic() - begun, settings.database.read_lag_seconds)


def _told(state: StandbyState | None, took: float, most_lag: float) -> CheckResult:
    if state is None:
        return CheckResult(_NAME, CheckVerdict.OK, "there is none: pages and searches read the primary")
    if _behind(state):
        detail = (
            f"more than {took:.0f} s behind: pages and searches read it again once it is less than {most_lag:.0f} s "
            "behind, and ask the primary until then"
        )
        return CheckResult(_NAME, CheckVerdict.WARNING, detail)
    if not state.usable:
        return CheckResult(_NAME, CheckVerdict.BROKEN, f"not read, pages ask the primary: {state.why}")
    if state.lag_seconds is None:
        return CheckResult(_NAME, CheckVerdict.WARNING, f"read, and nobody knows how far it is behind: {state.why}")
    return CheckResult(
        _NAME, CheckVerdict.OK, f"has what the primary has, after {took:.1f} s; pages and searches read it"
    )


def _behind(state: StandbyState | None) -> bool:
    return state is not None and state.lag_seconds is not None and (state.lag_seconds > 0 or not state.usable)
