"""BM25 in two halves."""

from math import log
from struct import pack, unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.memory import lexical

counts = st.dictionaries(st.integers(0, lexical.DIMENSIONS - 1), st.integers(1, 500), min_size=1, max_size=50)
averages = st.floats(1, 5_000)


def _single(value: float) -> float:
    """As pgvector stores it."""
    (rounded,) = unpack("f", pack("f", value))
    return float(rounded)


def test_the_two_halves_make_the_textbook_score() -> None:
    documents = [["disk", "full", "disk"], ["disk", "slow"], ["cpu"]]
    query = ["disk", "full"]
    average = sum(map(len, documents)) / len(documents)
    expected = 0.0
    for term in query:
        frequency = sum(term in document for document in documents)
        idf = log(1 + (len(documents) + lexical.PRIOR_DOCUMENTS - frequency + 0.5) / (frequency + 0.5))
        n = documents[0].count(term)
        expected += idf * n * (1.2 + 1) / (n + 1.2 * (1 - 0.75 + 0.75 * len(documents[0]) / average))

    frequencies = {lexical.term_id("disk"): 2, lexical.term_id("full"): 1}
    weights = lexical.query_weights(lexical.count(query), len(documents), frequencies)
    assert lexical.inner(weights, lexical.document_weights(lexical.count(documents[0]), average)) == pytest.approx(
        expected
    )


def test_a_term_has_the_same_id_for_ever() -> None:
    assert lexical.term_id("oomkilled") == 86_836_034


def test_a_rare_term_weighs_more_than_a_frequent_one() -> None:
    assert lexical.idf(100, 1) > lexical.idf(100, 50) > lexical.idf(100, 100) > 0


def test_among_the_first_incidents_a_shared_term_is_not_yet_a_frequent_one() -> None:
    assert lexical.idf(1, 1) > 0.6 * lexical.idf(1, 0)


def test_what_a_query_repeats_weighs_more_and_never_without_end() -> None:
    once, twice, often = (lexical.query_weights({1: n}, 100, {1: 3})[1] for n in (1, 2, 1_000))
    assert once == pytest.approx(lexical.idf(100, 3))
    assert twice == pytest.approx(1.8 * once)
    assert often < (lexical.K3 + 1) * once


@given(counts, averages, averages)
def test_weights_can_be_computed_again_without_the_counts(counts: dict[int, int], old: float, new: float) -> None:
    stored = {term: _single(weight) for term, weight in lexical.document_weights(counts, old).items()}
    again = lexical.reweight(stored, sum(counts.values()), old_average=old, new_average=new)
    assert again == pytest.approx(lexical.document_weights(counts, new))


@given(counts, averages)
def test_more_of_a_term_never_weighs_less(counts: dict[int, int], average: float) -> None:
    for weight in lexical.document_weights(counts, average).values():
        assert 0 < weight < lexical.K1 + 1
