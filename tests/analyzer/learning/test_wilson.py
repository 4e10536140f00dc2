"""Wilson's lower bound, against values of the literature and by its properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.learning import lower_bound


@pytest.mark.parametrize(
    ("successes", "trials", "bound"),
    [(0, 0, 0.0), (0, 5, 0.0), (1, 1, 0.2065), (4, 5, 0.3755), (6, 7, 0.4869), (7, 7, 0.6457), (81, 263, 0.2553)],
)
def test_the_bound_is_that_of_the_literature(successes: int, trials: int, bound: float) -> None:
    """81 of 263 is the example of R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872."""
    assert lower_bound(successes, trials) == pytest.approx(bound, abs=1e-4)


@given(st.integers(1, 10_000), st.data())
def test_the_bound_is_below_the_rate_and_grows_with_every_success(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    bound = lower_bound(successes, trials)
    assert 0 <= bound <= successes / trials
    assert lower_bound(successes + 1, trials + 1) > bound
    assert lower_bound(successes, trials + 1) <= bound


@pytest.mark.parametrize(("successes", "trials"), [(2, 1), (-1, 3)])
def test_more_successes_than_trials_are_an_error(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="successes of"):
        lower_bound(successes, trials)
