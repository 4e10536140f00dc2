"""From scored candidates to the few that are attached, and why each of them is. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

import msgspec

from casebook_analyzer.memory.scoring import band, permille, score
from casebook_analyzer.models import Band, Category, Conclusion, Resolution, Signature, SimilarIncident


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A past incident with both legs computed."""

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime
    family: str
    resolution: Resolution | None
    instructive: bool
    """Resolved in a way that others can learn from."""
    cosine: float | None
    """None when it has no vector of the query's model, or the query has none."""
    lexical: float

    @property
    def score(self) -> float:
        """``0..1``."""
        return score(self.cosine, self.lexical)


def choose(candidates: Iterable[Candidate], family: str, limit: int) -> list[tuple[Candidate, Band]]:
    """The best of each family that may be attached, the best first. ``family`` is that of the case itself."""
    admitted = [
        (candidate, verdict)
        for candidate in candidates
        if (verdict := band(candidate.cosine, candidate.lexical, same_signature=candidate.family == family))
    ]
    admitted.sort(key=lambda pair: pair[0].family)
    families = [list(pairs) for _, pairs in groupby(admitted, key=lambda pair: pair[0].family)]
    best = [max(pairs, key=lambda pair: _representative(pair[0])) for pairs in families]
    best.sort(key=lambda pair: (-pair[0].score, -pair[0].opened_at.timestamp(), pair[0].id))
    return best[:limit]


def _representative(candidate: Candidate) -> tuple[bool, int, datetime, str]:
    """Who speaks for a family: one that was fixed before one that was not, then the most alike, then the latest."""
    return candidate.instructive, permille(candidate.score), candidate.opened_at, candidate.id


def attach(candidate: Candidate, verdict: Band, why: Sequence[str]) -> SimilarIncident:
    """The candidate as it is attached to the case."""
    resolution = candidate.resolution
    return SimilarIncident(
        id=candidate.id,
        namespace=candidate.namespace,
        name=candidate.name,
        subject=candidate.subject,
        category=candidate.category,
        title=candidate.title,
        opened_at=candidate.opened_at,
        score_permille=permille(candidate.score),
        cosine_permille=None if candidate.cosine is None else permille(max(0.0, candidate.cosine)),
        lexical_permille=permille(candidate.lexical),
        band=verdict,
        why=tuple(why),
        resolution=resolution.summary if resolution else "",
        seconds_to_resolve=resolution.seconds_to_resolve if resolution else None,
    )


def reasons(candidate: Candidate, case: Conclusion, subject: str, shared: Sequence[str]) -> list[str]:
    """Why a candidate matched, in words, the strongest reason first. ``shared`` are terms, the weightiest first."""
    why = []
    if candidate.family == case.signature.key:
        why.append(f"same signature{_describe(case.signature)}")
    if candidate.subject == subject:
        why.append(f"same workload {subject}")
    if candidate.lexical > 0 and shared:
        why.append(f"shares {round(100 * candidate.lexical)} % of the lexical weight: {', '.join(shared)}")
    if candidate.cosine is not None and candidate.cosine > 0:
        why.append(f"close in meaning (cosine {candidate.cosine:.2f})")
    return why


def _describe(signature: Signature) -> str:
    parts = [signature.reason] if signature.reason else []
    if signature.exit_code is not None:
        parts.append(f"exit {signature.exit_code}")
    if signature.xid is not None:
        parts.append(f"Xid {signature.xid}")
    return f" ({', '.join(parts)})" if parts else ""
