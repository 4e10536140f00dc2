"""Work in a thread of its own ends with whoever waits for it, and whoever waits gets what it raised."""

import asyncio
import subprocess
import sys
import threading

import pytest

from casebook_operator import own_thread
from casebook_operator.own_thread import in_own_thread
from tests.patience import PATIENCE


async def test_what_it_raises_is_raised_at_home() -> None:
    async def broken(_: asyncio.Event) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await in_own_thread(broken, "test")


async def test_it_runs_beside_a_loop_that_goes_on_and_ends_by_itself() -> None:
    threads: list[str] = []
    begun, went_on = threading.Event(), threading.Event()

    async def short(_: asyncio.Event) -> None:
        threads.append(threading.current_thread().name)
        begun.set()
        assert went_on.wait(PATIENCE)  # its own loop alone stands still

    work = asyncio.create_task(in_own_thread(short, "test"))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    went_on.set()
    await work
    assert threads == ["test"]


async def test_it_is_told_to_stop_and_waited_for() -> None:
    steps: list[str] = []

    async def patient(stop: asyncio.Event) -> None:
        steps.append("begun")
        await stop.wait()
        await asyncio.sleep(0.05)
        steps.append("ended")

    work = asyncio.create_task(in_own_thread(patient, "test"))
    while not steps:
        await asyncio.sleep(0.001)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert steps == ["begun", "ended"]


async def test_what_does_not_stop_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_thread, "STOP_SECONDS", 0.05)
    begun, end = threading.Event(), threading.Event()

    async def deaf(_: asyncio.Event) -> None:
        begun.set()
        end.wait(20)

    work = asyncio.create_task(in_own_thread(deaf, "test"))
    await asyncio.to_thread(begun.wait)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    end.set()


def test_a_thread_that_does_not_stop_keeps_no_process_alive() -> None:
    script = """
import asyncio, time
from casebook_operator import own_thread

own_thread.STOP_SECONDS = 0.1

async def deaf(_):
    time.sleep(3600)

async def main():
    work = asyncio.create_task(own_thread.in_own_thread(deaf, "deaf"))
    await asyncio.sleep(0.2)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)

asyncio.run(main())
"""
    assert subprocess.run([sys.executable, "-c", script], timeout=PATIENCE, check=False).returncode == 0
