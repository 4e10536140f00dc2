"""What was handled is recognised, within bounds, and given back when its holder lets go."""

import pytest

from casebook_operator.cases import handled_signals
from casebook_operator.cases.handled_signals import HandledSignals, ObjectKey
from tests.operator.builders import signal

PLACE = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")


def test_a_state_that_was_handled_is_known_and_another_is_not() -> None:
    handled = HandledSignals()
    assert not handled.knows(signal(0))
    handled.remember(signal(0))
    assert handled.knows(signal(0))
    assert not handled.knows(signal(10))
    assert not handled.knows(signal(0, failure_class="OOMKilled"))


def test_what_was_parked_is_known_until_it_is_released() -> None:
    handled = HandledSignals()
    handled.park("case", signal(0), PLACE)
    assert handled.knows(signal(0))
    assert handled.release("case") == {PLACE}
    assert not handled.knows(signal(0))
    assert handled.release("case") == set()


def test_a_pod_with_two_signals_is_looked_at_once() -> None:
    handled = HandledSignals()
    handled.park("case", signal(0), PLACE)
    handled.park("case", signal(0, container="sidecar"), PLACE)
    handled.park("case", signal(20), PLACE)
    assert handled.release("case") == {PLACE}


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handled_signals, "REMEMBERED_SIGNALS", 3)
    monkeypatch.setattr(handled_signals, "PARKED_SIGNALS", 2)
    handled = HandledSignals()
    for number in range(5):
        handled.park("case", signal(0, origin_uid=str(number)), ObjectKey("Pod", "shop", str(number)))
    assert not handled.knows(signal(0, origin_uid="0"))
    assert handled.knows(signal(0, origin_uid="4"))
    assert len(handled.release("case")) == 2
    handled.park("case", signal(0), PLACE)
    assert handled.release("case") == {PLACE}
