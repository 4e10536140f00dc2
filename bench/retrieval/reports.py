"""Duplicate bug reports: does the right earlier report come first, and does a score tell whether there is one?"""

import msgspec
import numpy as np

from bench.retrieval import baselines
from bench.retrieval.duplicates import Report
from bench.retrieval.metrics import (
    Estimate,
    Floats,
    auroc,
    estimate,
    ndcg,
    recall,
    reciprocal_rank,
    threshold_for,
)
from bench.retrieval.retrievers import Memory, RetrieverScores
from bench.retrieval.vectors import Matrix
from casebook_analyzer.memory.search.scoring import HYBRID, background_similarity_of

OURS = "ours: 0.70 cosine + 0.30 share of BM25"
WITHOUT_BACKGROUND = "ours, without the crowd"
DETECTION = 0.70


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of one way to rank."""

    ndcg10: Estimate
    recall1: Estimate
    recall5: Estimate
    recall10: Estimate
    mrr: Estimate
    ours_minus_it: Estimate | None
    """Paired difference of nDCG@10; None for ours itself."""


class Admission(msgspec.Struct, frozen=True, kw_only=True):
    """The best score of a query as a sign that it has an answer."""

    auroc: Estimate
    threshold: float
    detection: float
    false_attachment: Estimate
    """The share of queries without an answer whose best score reaches the threshold."""


class Duplicates(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of one corpus."""

    reports: int
    queries: int
    without: int
    rankings: dict[str, Ranking]
    admission: dict[str, Admission]


def measure(reports: list[Report], vectors: Matrix) -> Duplicates:
    """Queries are reports with an earlier duplicate; every older report is a candidate."""
    memory = Memory([report.whole for report in reports], vectors)
    places = {report.id: place for place, report in enumerate(reports)}
    answers = {place: _answers(report, place, places) for place, report in enumerate(reports)}
    queries = [place for place in answers if answers[place]]
    without = [place for place, report in enumerate(reports) if not report.duplicate_of and place >= min(queries)]
    scores: dict[str, dict[int, Floats]] = {}
    for query, retrieved in memory.growing([*queries, *without]):
        for name, values in _scores(query, retrieved, memory, vectors).items():
            scores.setdefault(name, {})[query] = values
    ranked = {name: _ranked(found, queries, answers) for name, found in scores.items()}
    best = {name: {query: float(values.max()) for query, values in found.items()} for name, found in scores.items()}
    best[WITHOUT_BACKGROUND] = best[OURS]
    best[OURS] = {query: _standing_out(values) for query, values in scores[OURS].items()}
    return Duplicates(
        reports=len(reports),
        queries=len(queries),
        without=len(without),
        rankings={name: _ranking(name, ranked, answers) for name in ranked},
        admission={
            name: _admission([best[name][query] for query in queries], [best[name][query] for query in without])
            for name in (OURS, WITHOUT_BACKGROUND, "cosine", "share of BM25")
        },
    )


def _standing_out(values: Floats) -> float:
    """Every report is a failure of its own."""
    return float(values.max()) + HYBRID.background_points(background_similarity_of(values.tolist()))


def _answers(report: Report, place: int, places: dict[str, int]) -> set[int]:
    return {places[other] for other in report.duplicate_of if places.get(other, place) < place}


def _scores(query: int, retrieved: RetrieverScores, memory: Memory, vectors: Matrix) -> dict[str, Floats]:
    ours = retrieved.score
    return {
        OURS: ours,
        "cosine": retrieved.cosine,
        "BM25": retrieved.bm25,
        "share of BM25": retrieved.share,
        "RRF(60)": baselines.reciprocal_ranks(retrieved),
        "ours, then MMR(0.7)": baselines.maximal_marginal_relevance(ours, vectors),
        "seed as coded": baselines.seed_as_coded(retrieved, memory.counts[query], list(memory.counts[:query])),
    }


def _ranked(found: dict[int, Floats], queries: list[int], answers: dict[int, set[int]]) -> dict[int, list[bool]]:
    """Whether each document is an answer, by rank."""
    return {q: [int(place) in answers[q] for place in np.argsort(-found[q], kind="stable")] for q in queries}


def _ranking(name: str, ranked: dict[str, dict[int, list[bool]]], answers: dict[int, set[int]]) -> Ranking:
    def values(of: str) -> Floats:
        return np.array([ndcg(hits, len(answers[query])) for query, hits in ranked[of].items()])

    def recalled(k: int) -> Estimate:
        return estimate([recall(hits, len(answers[query]), k) for query, hits in ranked[name].items()])

    return Ranking(
        ndcg10=estimate(values(name)),
        recall1=recalled(1),
        recall5=recalled(5),
        recall10=recalled(10),
        mrr=estimate([reciprocal_rank(hits) for hits in ranked[name].values()]),
        ours_minus_it=None if name == OURS else estimate(values(OURS) - values(name)),
    )


def _admission(positive: list[float], negative: list[float]) -> Admission:
    threshold = threshold_for(positive, DETECTION)
    return Admission(
        auroc=auroc(positive, negative),
        threshold=threshold,
        detection=sum(value >= threshold for value in positive) / len(positive),
        false_attachment=estimate([float(value >= threshold) for value in negative]),
    )
