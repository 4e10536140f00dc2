"""BM25 in two halves."""

from math import log
from struct import pack, unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.memory.encoding import bm25

counts = st.dictionaries(st.integers(0, bm25.DIMENSIONS - 1), st.integers(1, 500), min_size=1, max_size=50)
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
        idf = log(1 + (len(documents) + bm25.PRIOR_DOCUMENTS - frequency + 0.5) / (frequency + 0.5))
        n = documents[0].count(term)
        expected += idf * n * (1.2 + 1) / (n + 1.2 * (1 - 0.75 + 0.75 * len(documents[0]) / average))

    frequencies = {bm25.term_id("disk"): 2, bm25.term_id("full"): 1}
    weights = bm25.query_weights(bm25.count(query), len(documents), frequencies)
    assert bm25.inner(weights, bm25.document_weights(bm25.count(documents[0]), average)) == pytest.approx(expected)


def test_a_term_has_the_same_id_for_ever() -> None:
    assert bm25.term_id("oomkilled") == 86_836_034


def test_a_rare_term_weighs_more_than_a_frequent_one() -> None:
    assert bm25.idf(100, 1) > bm25.idf(100, 50) > bm25.idf(100, 100) > 0


def test_among_the_first_incidents_a_shared_term_is_not_yet_a_frequent_one() -> None:
    assert bm25.idf(1, 1) > 0.6 * bm25.idf(1, 0)


def test_what_a_query_repeats_weighs_more_and_never_without_end() -> None:
    once, twice, often = (bm25.query_weights({1: n}, 100, {1: 3})[1] for n in (1, 2, 1_000))
    assert once == pytest.approx(bm25.idf(100, 3))
    assert twice == pytest.approx(1.8 * once)
    assert often < (bm25.K3 + 1) * once


@given(counts, averages, averages)
def test_weights_can_be_computed_again_without_the_counts(counts: dict[int, int], old: float, new: float) -> None:
    stored = {term: _single(weight) for term, weight in bm25.document_weights(counts, old).items()}
    again = bm25.reweight(stored, sum(counts.values()), old_average=old, new_average=new)
    assert again == pytest.approx(bm25.document_weights(counts, new))


@given(counts, averages)
def test_more_of_a_term_never_weighs_less(counts: dict[int, int], average: float) -> None:
    for weight in bm25.document_weights(counts, average).values():
        assert 0 < weight < bm25.K1 + 1
