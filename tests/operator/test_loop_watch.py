"""A loop that stands still is measured, and the log says where."""

import asyncio
import re
import threading
import time
from collections.abc import Callable

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from casebook_operator.loop_watch import BEAT, BLOCKED, busy_beside, innermost, watched_loop

STACKS = """\
Timeout (0:00:00.300000)!
Thread 0x00007f31a2ffd6c0 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 331 in wait

Thread 0x00007f31b39c9740 (most recent call first):
  File "/venv/lib/python3.11/site-packages/casebook_analyzer/text/cleaning.py", line 25 in clean
  File "/venv/lib/python3.11/site-packages/casebook_operator/web/app.py", line 7 in <lambda>
  File "/usr/lib/python3.11/asyncio/base_events.py", line 640 in run_until_complete
"""


def late(*, more_than: float) -> float:
    labels = {"component": "test"}
    count = REGISTRY.get_sample_value("casebook_event_loop_lag_seconds_count", labels) or 0
    below = REGISTRY.get_sample_value("casebook_event_loop_lag_seconds_bucket", labels | {"le": str(more_than)}) or 0
    return count - below


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


def test_the_innermost_frames_of_the_thread_are_told_from_the_package_on() -> None:
    assert innermost(STACKS, 0x7F31B39C9740) == [
        "casebook_analyzer/text/cleaning.py:25 in clean",
        "casebook_operator/web/app.py:7 in <lambda>",
        "asyncio/base_events.py:640 in run_until_complete",
    ]


def test_what_other_threads_did_of_ours_is_told_too() -> None:
    assert busy_beside(STACKS, 0x7F31A2FFD6C0) == ["casebook_analyzer/text/cleaning.py:25 in clean"]
    assert busy_beside(STACKS, 0x7F31B39C9740) == []


def test_of_a_thread_whose_stack_was_not_written_nothing_is_told() -> None:
    assert innermost(STACKS, threading.get_ident()) == []
    assert innermost("", 1) == []


async def test_a_watch_that_ended_leaves_no_stack_to_be_written() -> None:
    with capture_logs() as lines:
        async with watched_loop("test"):
            await asyncio.sleep(0)
        sleeps()
    assert lines == []
