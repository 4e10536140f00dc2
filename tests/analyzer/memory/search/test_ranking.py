"""From candidates to what is attached."""

from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.memory.search.ranking import Candidate, attach, choose
from casebook_analyzer.memory.search.scoring import HYBRID, LEXICAL_ONLY, SimilarityCalibration
from casebook_analyzer.models import Band, Category, Conclusion, ResolutionKind, Signature
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

_LINE = "FATAL required environment variable DATABASE_URL is not set"
_CANDIDATE = Candidate(
    id="a",
    namespace="shop",
    name="a",
    subject="Deployment/shop/a",
    category=Category.CONFIG_ERROR,
    title="",
    opened_at=OPENED,
    family="family-a",
    rule="missing-environment-variable",
    signature=Signature(key="family-a", reason="Error", exit_code=1, template=_LINE),
    resolution=None,
    instructive=False,
    cosine=0.9,
    lexical=0.5,
)


def _candidate(**changes: object) -> Candidate:
    """Of another family and with another line, where an ``id`` is given."""
    candidate = msgspec.structs.replace(_CANDIDATE, **changes)
    if "id" in changes and "signature" not in changes:
        own = Signature(key=candidate.family, reason="Error", exit_code=1, template=_LINE)
        candidate = msgspec.structs.replace(candidate, signature=own)
    return candidate


def _unlike(candidate: Candidate, rule: str) -> Candidate:
    """Another failure that looks much the same: no line, and a rule of its own."""
    bare = msgspec.structs.replace(candidate.signature, template="")
    return msgspec.structs.replace(candidate, rule=rule, signature=bare)


def _case(family: str = "other", rules: tuple[str, ...] = ("missing-environment-variable",)) -> Conclusion:
    return msgspec.structs.replace(
        make_incident().conclusion,
        rules=rules,
        signature=Signature(key=family, reason="Error", exit_code=1, template=_LINE),
    )


def _ids(*candidates: Candidate, limit: int = 5) -> list[str]:
    return [match.candidate.id for match in choose(candidates, _case(), limit)]


def test_the_most_similar_comes_first() -> None:
    other = _candidate(id="b", family="b", cosine=0.95, signature=Signature(key="b", exit_code=1))
    assert _ids(_candidate(), other) == ["a", "b"]
    assert [match.band for match in choose([_candidate(), other], _case(), 5)] == [Band.STRONG, Band.POSSIBLE]


@pytest.mark.parametrize(("cosine", "using"), [(0.9, HYBRID), (None, LEXICAL_ONLY)])
def test_a_candidate_is_measured_with_the_calibration_of_its_texts(
    cosine: float | None, using: SimilarityCalibration
) -> None:
    (match,) = choose([_candidate(cosine=cosine, lexical=0.9)], _case(), 5)
    assert match.agreement_points == using.agreement_points(match.agreement)


def test_a_family_is_attached_once() -> None:
    assert _ids(_candidate(), _candidate(id="b", cosine=0.95)) == ["b"]


def test_families_that_one_rule_decides_by_the_same_words_are_one_failure() -> None:
    assert _ids(_candidate(), _candidate(id="b", family="b", cosine=0.95)) == ["b"]


def test_families_of_other_rules_are_other_failures() -> None:
    undecided = _case(rules=())
    candidates = [_unlike(_candidate(id=rule, family=rule, cosine=0.99, lexical=0.9), rule) for rule in ("r", "s")]
    assert len(choose(candidates, undecided, 5)) == 2


def test_a_symptom_that_another_incident_explained_is_not_attached() -> None:
    explained = make_resolution(kind=ResolutionKind.EXPLAINED, fix="")
    assert _ids(_candidate(id="b", cosine=0.99, resolution=explained), _candidate()) == ["a"]


def test_who_was_fixed_speaks_for_the_failure() -> None:
    fixed = _candidate(id="b", cosine=0.85, resolution=make_resolution(), instructive=True)
    assert _ids(_candidate(), fixed) == ["b"]


def test_the_latest_of_equals_speaks_for_the_failure() -> None:
    assert _ids(_candidate(), _candidate(id="b", opened_at=OPENED + timedelta(days=1))) == ["b"]


def test_what_is_not_similar_is_not_attached() -> None:
    assert _ids(_unlike(_candidate(cosine=0.5, lexical=0.1), "another")) == []


def test_the_same_signature_is_attached_at_any_score() -> None:
    chosen = choose([_candidate(cosine=0.1, lexical=0.0)], _case("family-a"), 5)
    assert [match.band for match in chosen] == [Band.POSSIBLE]


def test_the_rule_brings_back_a_cousin_that_says_it_in_other_words() -> None:
    signature = Signature(key="b", exit_code=1, template="KeyError: required variable DATABASE_URL")
    cousin = _candidate(id="b", family="b", cosine=0.78, lexical=0.4, signature=signature)
    assert [match.band for match in choose([cousin], _case(), 5)] == [Band.POSSIBLE]
    assert choose([cousin], _case(rules=()), 5) == []


def test_no_more_than_the_limit_are_attached() -> None:
    undecided = _case(rules=())
    candidates = [_unlike(_candidate(id=str(n), family=str(n), cosine=0.99, lexical=0.9), str(n)) for n in range(9)]
    assert len(choose(candidates, undecided, 5)) == 5


def test_what_is_attached_shows_all_three_terms() -> None:
    (match,) = choose([_candidate()], _case(), 5)
    attached = attach(match, ["why"], ["exit code 1, there 2"])
    assert attached.score_permille == 780
    assert (attached.cosine_permille, attached.lexical_permille) == (900, 500)
    assert attached.structure_permille == round(1000 * match.agreement_points)
    assert attached.differs == ("exit code 1, there 2",)


def test_what_the_reader_may_see_speaks_for_the_failure() -> None:
    foreign = _candidate(id="b", cosine=1.0, instructive=True, visible=False, resolution=make_resolution())
    assert _ids(foreign, _candidate()) == ["a"]


def test_what_the_reader_may_see_gets_its_places_first_and_stands_where_its_likeness_says() -> None:
    undecided = _case(rules=())
    foreign = [
        _unlike(_candidate(id=f"f{number}", family=f"f{number}", cosine=0.95, visible=False), f"rule {number}")
        for number in range(5)
    ]
    own = _unlike(_candidate(id="own", family="own", cosine=0.94), "own")
    chosen = [match.candidate.id for match in choose([*foreign, own], undecided, 3)]
    assert chosen == ["f0", "f1", "own"]


@pytest.mark.parametrize(
    ("kind", "fixed"),
    [
        (ResolutionKind.TEMPLATE_CHANGED, True),
        (ResolutionKind.SUBJECT_DELETED, False),
        (ResolutionKind.RECOVERED_BY_ITSELF, False),
    ],
)
def test_an_end_without_a_fix_is_attached_as_that(kind: ResolutionKind, fixed: bool) -> None:
    (match,) = choose([_candidate(cosine=0.99, resolution=make_resolution(kind=kind))], _case(), 5)
    assert attach(match, (), ()).fixed is fixed


def test_an_open_incident_is_attached_neither_as_fixed_nor_as_over_without_a_fix() -> None:
    (match,) = choose([_candidate(cosine=0.99)], _case(), 5)
    one = attach(match, (), ())
    assert (one.resolution, one.fixed, one.seconds_to_resolve) == ("", None, None)
