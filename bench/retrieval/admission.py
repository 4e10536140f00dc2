"""How far what is attached can be trusted."""

from collections.abc import Sequence

import msgspec

from bench.retrieval.families.build import Injected
from bench.retrieval.metrics import Estimate, auroc, calibration_error
from bench.retrieval.situations import Asked, Situation
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.search import scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.memory.search.ranking import Candidate, background_similarity, choose
from casebook_analyzer.memory.search.scoring import SimilarityCalibration
from casebook_analyzer.models import Band, Conclusion

LIMIT = 5
"""Attached at most, as to the status of an Investigation."""


class Hit(msgspec.Struct, frozen=True):
    """One attached incident."""

    band: Band
    total: float
    right: bool


class Answer(msgspec.Struct, frozen=True):
    """What one query got."""

    situation: Situation
    best: float
    """The best sum of score and structure among all candidates, attached or not."""
    hits: tuple[Hit, ...]


class Attached(msgspec.Struct, frozen=True, kw_only=True):
    """Figures over queries."""

    queries: int
    auroc: Estimate
    """"Has an answer": the best sum of a query with its cause in memory against one without."""
    precision: dict[Band, float]
    hits: dict[Band, int]
    stated: dict[Band, float]
    """What the calibration says of its bands."""
    ece: float
    recall: dict[Situation, float]
    """Something of its cause is attached."""
    strong_recall: float
    false_attachment: float
    """Queries without their cause in memory that get anything."""
    false_strong: float


def answer(failures: Sequence[Injected], asked: Asked, calibration: SimilarityCalibration | None = None) -> Answer:
    """What the product attaches, with the calibration that it ships or with another."""
    mine = failures[asked.query]

    def calibrate(cosine: float | None) -> SimilarityCalibration:
        return calibration or scoring.calibration(cosine)

    others = background_similarity(asked.candidates)

    def total(candidate: Candidate) -> float:
        own = calibrate(candidate.cosine)
        return (
            candidate.score
            + own.agreement_points(shared_by(mine.conclusion, candidate))
            + own.background_points(others)
        )

    matches = choose(asked.candidates, mine.conclusion, LIMIT, calibrate=calibrate)
    hits = tuple(Hit(m.band, m.total, failures[int(m.candidate.id)].cause == mine.cause) for m in matches)
    return Answer(asked.situation, max(map(total, asked.candidates)), hits)


def shared_by(case: Conclusion, candidate: Candidate) -> CaseAgreement:
    """As ``choose`` computes it."""
    rule = deciding_rule(case.category, case.rules)
    return agreement_of(rule, case.signature, candidate.rule, candidate.signature)


def figures(answers: Sequence[Answer], calibration: SimilarityCalibration) -> Attached:
    """Over all queries."""
    groups = by_band(answers)
    absent = [answer for answer in answers if answer.situation is Situation.ABSENT]
    present = [answer for answer in answers if answer.situation is not Situation.ABSENT]
    return Attached(
        queries=len(answers),
        auroc=auroc([answer.best for answer in present], [answer.best for answer in absent]),
        precision={band: share(right) for band, right in groups.items()},
        hits={band: len(right) for band, right in groups.items()},
        stated={band: calibration.right(band) for band in Band},
        ece=calibration_error([(calibration.right(band), sum(right), len(right)) for band, right in groups.items()]),
        recall={
            situation: share([_found(answer) for answer in present if answer.situation is situation])
            for situation in (Situation.OWN, Situation.COUSIN)
        },
        strong_recall=share([_found(a, Band.STRONG) for a in present if a.situation is Situation.OWN]),
        false_attachment=share([bool(answer.hits) for answer in absent]),
        false_strong=share([any(hit.band is Band.STRONG for hit in answer.hits) for answer in absent]),
    )


def by_band(answers: Sequence[Answer]) -> dict[Band, list[bool]]:
    """Whether each hit of a band is right."""
    hits = [hit for answer in answers for hit in answer.hits]
    return {band: [hit.right for hit in hits if hit.band is band] for band in Band}


def share(values: Sequence[bool]) -> float:
    """NaN of nothing: no hits have no precision."""
    return sum(values) / len(values) if values else float("nan")


def _found(answer: Answer, band: Band | None = None) -> bool:
    return any(hit.right and (band is None or hit.band is band) for hit in answer.hits)
