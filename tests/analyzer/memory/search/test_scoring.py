"""One score for two retrievers, and what a pair is called."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.memory.search.scoring import (
    FLOOR,
    HYBRID,
    LEXICAL_ONLY,
    NEUTRAL_BACKGROUND,
    STRONG_WORDS,
    SimilarityCalibration,
    background_similarity_of,
    calibration,
    lexical_share,
    score,
)
from casebook_analyzer.models import Band

shares = st.floats(0, 1)
cosines = st.floats(-1, 1)
agreements = st.builds(
    CaseAgreement,
    rule=st.none() | st.booleans(),
    words=st.none() | shares,
    codes=st.booleans(),
    signature=st.booleans(),
)
shipped = st.sampled_from([HYBRID, LEXICAL_ONLY])
SAME = CaseAgreement(rule=True, words=1.0)


@given(st.none() | cosines, shares)
def test_a_score_is_between_nothing_and_one(cosine: float | None, lexical: float) -> None:
    assert 0 <= score(cosine, lexical) <= 1


@given(cosines, cosines, shares, shares)
def test_a_better_leg_never_lowers_the_score(c1: float, c2: float, l1: float, l2: float) -> None:
    assert score(min(c1, c2), min(l1, l2)) <= score(max(c1, c2), max(l1, l2))


@given(st.floats(-10, 1e6), st.floats(0, 1e6))
def test_a_share_is_between_nothing_and_one(bm25: float, self_score: float) -> None:
    assert 0 <= lexical_share(bm25, self_score) <= 1


def test_a_short_text_that_shares_everything_shares_all_of_it() -> None:
    assert lexical_share(0.5, 0.5) == 1


def test_a_cosine_that_is_rounded_beyond_one_is_one() -> None:
    assert score(1.5, 1.0) == 1


def test_the_weights_are_seven_and_three_tenths() -> None:
    assert score(1.0, 0.0) == 0.7
    assert score(0.0, 1.0) == 0.3
    assert score(-0.5, 1.0) == 0.3


def test_without_a_cosine_the_words_carry_the_whole_weight() -> None:
    assert score(None, 0.8) == 0.8
    assert calibration(None) is LEXICAL_ONLY
    assert calibration(0.5) is HYBRID


@given(shipped, shares, agreements)
def test_nothing_below_the_floor_is_admitted_by_its_score(
    using: SimilarityCalibration, value: float, shared: CaseAgreement
) -> None:
    if value < FLOOR and not shared.signature:
        assert using.band(value, shared) is None


@given(shipped, shares, agreements)
def test_the_same_signature_is_always_admitted(
    using: SimilarityCalibration, value: float, shared: CaseAgreement
) -> None:
    assert using.band(value, msgspec.structs.replace(shared, signature=True)) is not None


@given(shipped, shares, shares, agreements)
def test_a_higher_score_never_lowers_the_band(
    using: SimilarityCalibration, a: float, b: float, shared: CaseAgreement
) -> None:
    ranks = {None: 0, Band.POSSIBLE: 1, Band.STRONG: 2}
    assert ranks[using.band(min(a, b), shared)] <= ranks[using.band(max(a, b), shared)]


@given(shipped, shares)
def test_texts_alone_never_make_a_strong_match(using: SimilarityCalibration, value: float) -> None:
    assert using.band(value, CaseAgreement()) is not Band.STRONG


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_the_same_rule_and_words_make_a_close_text_strong(using: SimilarityCalibration) -> None:
    assert using.band(0.85, SAME) is Band.STRONG


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_another_exit_code_or_xid_is_never_strong(using: SimilarityCalibration) -> None:
    assert using.band(1.0, msgspec.structs.replace(SAME, codes=False)) is Band.POSSIBLE


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_other_words_of_the_deciding_line_are_never_strong(using: SimilarityCalibration) -> None:
    assert using.band(1.0, CaseAgreement(rule=True, words=0.3)) is not Band.STRONG


def test_words_are_alike_enough_and_texts_close_enough_at_their_bounds() -> None:
    easy = msgspec.structs.replace(HYBRID, strong=0.0, possible=0.0)
    assert easy.band(FLOOR, CaseAgreement(rule=True, words=STRONG_WORDS)) is Band.STRONG
    assert easy.band(FLOOR - 0.01, CaseAgreement(rule=True, words=STRONG_WORDS)) is None


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_another_rule_keeps_close_texts_apart(using: SimilarityCalibration) -> None:
    assert using.band(0.7, CaseAgreement(rule=False, words=0.1)) is None


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_a_cousin_with_other_words_is_possible(using: SimilarityCalibration) -> None:
    assert using.band(0.75, CaseAgreement(rule=True, words=0.4)) is Band.POSSIBLE


def test_an_undecided_case_is_judged_by_its_texts() -> None:
    assert HYBRID.agreement_points(CaseAgreement()) == 0
    assert HYBRID.band(0.95, CaseAgreement()) is Band.POSSIBLE
    assert HYBRID.band(0.6, CaseAgreement()) is None


def test_each_band_states_how_often_it_is_right() -> None:
    for using in (HYBRID, LEXICAL_ONLY):
        assert 0 < using.right(Band.POSSIBLE) < using.right(Band.STRONG) < 1


def test_a_crowd_is_the_ten_after_the_best_and_nothing_in_a_young_memory() -> None:
    assert background_similarity_of([0.9, *[0.7] * 10, 0.1]) == pytest.approx(0.7)
    assert background_similarity_of([0.9] * 10) == NEUTRAL_BACKGROUND
    assert background_similarity_of([]) == NEUTRAL_BACKGROUND


def test_what_resembles_everything_has_to_be_more_alike() -> None:
    alike = 0.85
    assert HYBRID.band(alike, CaseAgreement(), 0.40) is Band.POSSIBLE
    assert HYBRID.band(alike, CaseAgreement(), 0.84) is None
    assert HYBRID.background_points(0.84) < 0 < HYBRID.background_points(0.40)


@pytest.mark.parametrize("using", [HYBRID, LEXICAL_ONLY])
def test_the_same_signature_is_possible_in_every_crowd(using: SimilarityCalibration) -> None:
    assert using.band(0.1, CaseAgreement(signature=True), 1.0) is Band.POSSIBLE
