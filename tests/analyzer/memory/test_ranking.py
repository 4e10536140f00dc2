"""From candidates to what is attached."""

from datetime import timedelta

import msgspec

from casebook_analyzer.memory.ranking import Candidate, choose, reasons
from casebook_analyzer.models import Band, Category
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

_CANDIDATE = Candidate(
    id="a",
    namespace="shop",
    name="a",
    subject="Deployment/shop/a",
    category=Category.CONFIG_ERROR,
    title="",
    opened_at=OPENED,
    family="family-a",
    resolution=None,
    instructive=False,
    cosine=0.9,
    lexical=0.5,
)


def _candidate(**changes: object) -> Candidate:
    return msgspec.structs.replace(_CANDIDATE, **changes)


def _ids(*candidates: Candidate, family: str = "other", limit: int = 5) -> list[str]:
    return [candidate.id for candidate, _ in choose(candidates, family, limit)]


def test_the_most_similar_comes_first() -> None:
    assert _ids(_candidate(), _candidate(id="b", family="b", cosine=0.95)) == ["b", "a"]


def test_a_family_is_attached_once() -> None:
    assert _ids(_candidate(), _candidate(id="b", cosine=0.95)) == ["b"]


def test_who_was_fixed_speaks_for_the_family() -> None:
    fixed = _candidate(id="b", cosine=0.85, resolution=make_resolution(), instructive=True)
    assert _ids(_candidate(), fixed) == ["b"]


def test_the_latest_of_equals_speaks_for_the_family() -> None:
    assert _ids(_candidate(), _candidate(id="b", opened_at=OPENED + timedelta(days=1))) == ["b"]


def test_what_is_not_similar_is_not_attached() -> None:
    assert _ids(_candidate(cosine=0.5, lexical=0.1)) == []


def test_the_same_signature_is_attached_at_any_score() -> None:
    chosen = choose([_candidate(cosine=0.1, lexical=0.0)], "family-a", 5)
    assert [band for _, band in chosen] == [Band.POSSIBLE]


def test_no_more_than_the_limit_are_attached() -> None:
    candidates = [_candidate(id=str(number), family=str(number)) for number in range(9)]
    assert len(_ids(*candidates, limit=5)) == 5


def test_reasons_can_be_read() -> None:
    conclusion = make_incident().conclusion
    candidate = _candidate(family=conclusion.signature.key, lexical=0.62)
    assert reasons(candidate, conclusion, "Deployment/shop/a", ["database_url", "variable"]) == [
        "same signature (CrashLoopBackOff, exit 1)",
        "same workload Deployment/shop/a",
        "shares 62 % of the lexical weight: database_url, variable",
        "close in meaning (cosine 0.90)",
    ]


def test_no_reason_is_given_for_a_leg_that_was_missing() -> None:
    conclusion = make_incident().conclusion
    assert reasons(_candidate(cosine=None, lexical=0.0), conclusion, "other", []) == []
