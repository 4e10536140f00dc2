"""A loop that stands still is measured, and the log says where."""

import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from casebook_operator import loop_watch
from casebook_operator.loop_watch import BEAT, BLOCKED, CALM_BEAT, sight, watched_loop


def late(*, more_than: float) -> float:
    labels = {"component": "test"}
    count = REGISTRY.get_sample_value("casebook_event_loop_lag_seconds_count", labels) or 0
    below = REGISTRY.get_sample_value("casebook_event_loop_lag_seconds_bucket", labels | {"le": str(more_than)}) or 0
    return count - below


def total(what: str, component: str) -> float:
    return REGISTRY.get_sample_value(f"casebook_event_loop_{what}_seconds_sum", {"component": component}) or 0


def sleeps() -> None:
    time.sleep(4 * BLOCKED)


def keeps_the_lock_of_the_interpreter() -> None:
    """What ``re`` does on hostile text: no other thread of Python runs meanwhile."""
    ends = time.monotonic() + 4 * BLOCKED
    letters = 16
    while time.monotonic() < ends:
        re.fullmatch("(a+)+b", "a" * letters)
        letters += 1


@pytest.mark.parametrize("hold_up", [sleeps, keeps_the_lock_of_the_interpreter])
async def test_what_holds_the_loop_up_is_measured_and_named(hold_up: Callable[[], None]) -> None:
    before = late(more_than=0.25)
    with capture_logs() as lines:
        async with watched_loop("test"):
            await asyncio.sleep(2 * BEAT)
            hold_up()
            await asyncio.sleep(2 * BEAT)
    assert late(more_than=0.25) > before
    (line,) = (line for line in lines if any(hold_up.__name__ in frame for frame in line["where"]))
    assert line["event"] == "event_loop_blocked"
    assert line["seconds"] >= 2 * BLOCKED


BESIDE = "import os\nos.sched_setaffinity(0, {%d})\nwhile True: pass"


async def test_what_other_processes_take_is_told_apart() -> None:
    """One processor for this thread and three processes: it has a quarter of it."""
    everywhere = os.sched_getaffinity(0)
    here = {min(everywhere)}
    others = [await asyncio.create_subprocess_exec(sys.executable, "-c", BESIDE % min(here)) for _ in range(3)]
    try:
        os.sched_setaffinity(0, here)
        with capture_logs() as lines:
            async with watched_loop("starved"):
                await asyncio.sleep(2 * BEAT)
                ends = time.thread_time() + BLOCKED
                while time.thread_time() < ends:
                    pass
                await asyncio.sleep(2 * BEAT)
    finally:
        os.sched_setaffinity(0, everywhere)
        for other in others:
            other.kill()
            await other.wait()
    (line,) = lines
    assert line["without_processor"] > 0
    assert total("held", "starved") < total("lag", "starved")


def in_the_package(end: threading.Event) -> None:
    """Waits as if it were code of the package."""
    code = compile("end.wait()", "/venv/lib/site-packages/casebook_analyzer/text/cleaning.py", "exec")
    exec(code, {"end": end})


def test_frames_are_told_from_the_package_on_and_other_threads_too() -> None:
    end = threading.Event()
    other = threading.Thread(target=in_the_package, args=(end,))
    other.start()
    try:
        while "cleaning" not in str(beside := sight(sys._current_frames(), threading.get_ident()).beside):
            time.sleep(0.01)
        assert beside == ["casebook_analyzer/text/cleaning.py:1 in <module>"]
        loops = sight(sys._current_frames(), other.ident or 0).where
        assert "casebook_analyzer/text/cleaning.py:1 in <module>" in loops
        assert loops[0].startswith("python") or "threading.py" in loops[0]
    finally:
        end.set()
        other.join()


def test_of_a_thread_that_is_not_there_nothing_is_told() -> None:
    assert sight({}, 1) == ([], [])


BUSY = """
import asyncio, threading, time
from casebook_operator import loop_watch

loop_watch.BEAT, loop_watch.BLOCKED, loop_watch._LOOK = 0.0005, 0.0005, 0.0001

def deep(number):
    return deep(number - 1) if number else [one for one in range(20)]

def busy():
    while True:
        deep(30)

async def many():
    async with loop_watch.watched_loop("test"):
        end = time.monotonic() + 3
        while time.monotonic() < end:
            await asyncio.gather(*(asyncio.to_thread(deep, 20) for _ in range(20)))

for _ in range(3):
    threading.Thread(target=busy, daemon=True).start()
asyncio.run(many())
"""


def test_a_process_that_is_looked_at_all_the_time_survives_it() -> None:
    done = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "event_loop_blocked" in done.stdout + done.stderr


async def test_a_watch_that_ended_leaves_no_stack_to_be_written() -> None:
    with capture_logs() as lines:
        async with watched_loop("test"):
            await asyncio.sleep(0)
        sleeps()
    assert lines == []


def beats(component: str) -> float:
    return REGISTRY.get_sample_value("casebook_event_loop_lag_seconds_count", {"component": component}) or 0


async def test_a_loop_without_work_is_woken_less_often_until_there_is_some(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async with watched_loop("calm"):
        await sleep(0)
        monkeypatch.setattr(asyncio, "sleep", noted)
        while CALM_BEAT not in slept:
            await sleep(0)
        ends = time.thread_time() + CALM_BEAT
        while time.thread_time() < ends:
            pass
        seen = beats("calm")
        while beats("calm") < seen + 2:
            await sleep(0)
        monkeypatch.undo()
    assert slept[-1] == BEAT


async def test_what_holds_up_a_calm_loop_is_told_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_watch, "_QUIET_BEATS", 0)
    with capture_logs() as lines:
        async with watched_loop("test"):
            await asyncio.sleep(2 * BEAT)
            sleeps()
            await asyncio.sleep(2 * CALM_BEAT)
    (line,) = (line for line in lines if any("sleeps" in frame for frame in line["where"]))
    assert line["seconds"] >= 2 * BLOCKED
