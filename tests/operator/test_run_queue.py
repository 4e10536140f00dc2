"""What is late for want of a processor is told from what was held up, also where another thread had the lock."""

import threading

import pytest

from casebook_operator.run_queue import Waited, run_queues, without_processor
from tests.rows import of_every

BEFORE = Waited(1.0, {"judging": 5.0, "idle": 7.0})


def after(own: float = 0.0, judging: float = 0.0, **others: float) -> Waited:
    return Waited(1.0 + own, {"judging": 5.0 + judging, "idle": 7.0} | others)


@of_every(
    ("lag", "worked", "now", "expected"),
    [
        (0.3, 0.3, after(), 0.0),  # an input was looked at in the loop
        (0.3, 0.3, after(judging=0.3), 0.0),  # whatever others waited for meanwhile
        (0.3, 0.0, after(own=0.3), 0.3),
        (0.3, 0.0, after(judging=0.2), 0.2),  # it waited for the lock of a thread that had no processor
        (0.3, 0.0, after(), 0.0),  # for one that had
        (0.3, 0.1, after(own=0.1, judging=5.0), 0.2),
        (0.3, 0.0, after(own=5.0, judging=5.0), 0.3),
        (0.3, 0.0, after(came=9.0), 0.0),  # a thread that was not there before
        (0.0, 0.1, after(own=0.1), 0.0),
    ],
)
def test_a_lag_is_parted_by_who_had_a_processor(lag: float, worked: float, now: Waited, expected: float) -> None:
    assert without_processor(lag, worked, BEFORE, now) == pytest.approx(expected)


def test_threads_that_come_and_go_are_looked_at_and_all_files_are_closed() -> None:
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    with run_queues() as look:
        before = look().others.keys()
        other.start()
        during = look().others.keys()
        assert str(other.native_id) in during - before
        end.set()
        other.join()
        while str(other.native_id) in look().others:  # the kernel forgets it soon
            pass
    assert str(threading.get_native_id()) not in before


def test_where_the_kernel_does_not_say_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casebook_operator.run_queue._TASKS", "/nowhere")
    with run_queues() as look:
        assert look() == (0.0, {})
