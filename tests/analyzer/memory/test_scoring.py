"""One score for two legs."""

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.memory.scoring import FLOOR, band, lexical_share, score
from casebook_analyzer.models import Band

shares = st.floats(0, 1)
cosines = st.floats(-1, 1)


@given(st.none() | cosines, shares)
def test_a_score_is_between_nothing_and_one(cosine: float | None, lexical: float) -> None:
    assert 0 <= score(cosine, lexical) <= 1


@given(cosines, cosines, shares, shares)
def test_a_better_leg_never_lowers_the_score(c1: float, c2: float, l1: float, l2: float) -> None:
    assert score(min(c1, c2), min(l1, l2)) <= score(max(c1, c2), max(l1, l2))


@given(st.floats(-10, 1e6), st.floats(0, 1e6))
def test_a_share_is_between_nothing_and_one(bm25: float, self_score: float) -> None:
    assert 0 <= lexical_share(bm25, self_score) <= 1


def test_the_weights_are_seven_and_three_tenths() -> None:
    assert score(1.0, 0.0) == 0.7
    assert score(0.0, 1.0) == 0.3
    assert score(-0.5, 1.0) == 0.3


def test_without_a_cosine_the_words_carry_the_whole_weight() -> None:
    assert score(None, 0.8) == 0.8


@given(st.none() | cosines, shares)
def test_nothing_below_the_floor_is_admitted_by_its_score(cosine: float | None, lexical: float) -> None:
    if score(cosine, lexical) < FLOOR:
        assert band(cosine, lexical, same_signature=False) is None


@given(st.none() | cosines, shares)
def test_the_same_signature_is_always_admitted(cosine: float | None, lexical: float) -> None:
    assert band(cosine, lexical, same_signature=True) is not None


def test_bands_follow_the_score() -> None:
    assert band(0.95, 0.8, same_signature=False) is Band.STRONG
    assert band(0.8, 0.4, same_signature=False) is Band.POSSIBLE
    assert band(0.7, 0.3, same_signature=False) is None
    assert band(None, 0.4, same_signature=False) is Band.POSSIBLE
