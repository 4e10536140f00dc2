"""The fit that the shipped calibration comes from: on one half of the families, never on the other."""

from collections.abc import Sequence

import msgspec
import numpy as np
from sklearn.linear_model import LogisticRegression

from bench.retrieval.admission import Answer, answer, by_band, share, shared_by
from bench.retrieval.families.build import Injected
from bench.retrieval.situations import Asked, Situation
from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.memory.search.scoring import NEUTRAL_WORDS, SimilarityCalibration
from casebook_analyzer.models import Band

_NEAREST = 8
"""Candidates of a query that the fit looks at: all others are easy."""
_STRONG_RIGHT = 0.97
_FALSE_ATTACHMENT = 0.08
"""What the two thresholds are chosen for."""
_LEAST = 20
"""Hits before their share of right ones means anything."""
_NEVER = 99.0


def fit(
    failures: Sequence[Injected], queries: Sequence[Asked], *, background: float, structure: bool = True
) -> SimilarityCalibration:
    """Logistic regression on the nearest candidates, its weights in units of the score's own; then the thresholds."""
    same, other, words = _weights(failures, queries) if structure else (0.0, 0.0, 0.0)
    weighed = SimilarityCalibration(
        same_rule=same,
        other_rule=other,
        same_words=words,
        background=background,
        possible=-_NEVER,
        strong=-_NEVER,
        possible_right=0.0,
        strong_right=0.0,
    )
    everything = [answer(failures, asked, weighed) for asked in queries]
    possible, strong = _possible(everything), _strong(everything)
    limited = msgspec.structs.replace(weighed, possible=possible, strong=max(possible, strong))
    groups = by_band([answer(failures, asked, limited) for asked in queries])
    return msgspec.structs.replace(
        limited, possible_right=share(groups[Band.POSSIBLE]), strong_right=share(groups[Band.STRONG])
    )


def _weights(failures: Sequence[Injected], queries: Sequence[Asked]) -> tuple[float, float, float]:
    rows, rights = [], []
    for asked in queries:
        mine = failures[asked.query]
        for candidate in sorted(asked.candidates, key=lambda c: -c.score)[:_NEAREST]:
            rows.append(_features(candidate.score, shared_by(mine.conclusion, candidate)))
            rights.append(failures[int(candidate.id)].cause == mine.cause)
    model = LogisticRegression(C=1.0, max_iter=1_000).fit(np.array(rows), rights)
    slope, same, other, words = model.coef_[0].tolist()
    return same / slope, other / slope, words / slope


def _features(score: float, shared: CaseAgreement) -> list[float]:
    words = 0.0 if shared.words is None else shared.words - NEUTRAL_WORDS
    return [score, float(shared.rule is True), float(shared.rule is False), words]


def _possible(answers: Sequence[Answer]) -> float:
    """So that few queries without an answer get one."""
    absent = sorted(answer.best for answer in answers if answer.situation is Situation.ABSENT)
    return absent[round((1 - _FALSE_ATTACHMENT) * (len(absent) - 1))]


def _strong(answers: Sequence[Answer]) -> float:
    """The lowest sum above which nearly all that may be called strong is right."""
    hits = sorted((h for a in answers for h in a.hits if h.band is Band.STRONG), key=lambda hit: -hit.total)
    lowest, right = hits[0].total, 0
    for count, hit in enumerate(hits, start=1):
        right += hit.right
        if count >= _LEAST and right / count >= _STRONG_RIGHT:
            lowest = hit.total
    return lowest
