"""An endpoint that is away is left alone for longer and longer, within bounds."""

from casebook_operator.reflection.circuit import FAILURES, FIRST_SECONDS, LONGEST_SECONDS, Circuit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_opens_after_some_failures_in_a_row_and_waits_twice_as_long_each_time() -> None:
    clock = Clock()
    circuit = Circuit(clock)
    for _ in range(FAILURES - 1):
        circuit.failed()
    assert circuit.remaining == 0
    circuit.failed()
    assert circuit.remaining == FIRST_SECONDS
    clock.now += FIRST_SECONDS
    assert circuit.remaining == 0
    circuit.failed()
    assert circuit.remaining == 2 * FIRST_SECONDS
    for _ in range(20):
        circuit.failed()
    assert circuit.remaining == LONGEST_SECONDS


def test_one_answer_closes_it_and_forgets() -> None:
    circuit = Circuit(Clock())
    for _ in range(FAILURES + 2):
        circuit.failed()
    circuit.went_well()
    assert circuit.remaining == 0
    for _ in range(FAILURES):
        circuit.failed()
    assert circuit.remaining == FIRST_SECONDS


def test_what_the_endpoint_asks_for_is_kept_at_once_and_within_bounds() -> None:
    circuit = Circuit(Clock())
    circuit.failed(retry_after=40)
    assert circuit.remaining == 40
    circuit.failed(retry_after=10**9)
    assert circuit.remaining == LONGEST_SECONDS
