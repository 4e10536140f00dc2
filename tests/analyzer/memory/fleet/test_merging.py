"""What other clusters share comes after one's own, and changes nothing of it."""

from datetime import timedelta
from typing import Any

import msgspec

from casebook_analyzer.memory import SimilarResult
from casebook_analyzer.memory.fleet.merging import FleetCandidate, merged
from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.models import Band, Category, SimilarIncident
from tests.analyzer.memory.incidents import OPENED, RECIPES, make_conclusion

CASE = msgspec.structs.replace(make_conclusion(RECIPES["oom"]), rules=("oom-killed",))
SAME = CaseAgreement(rule=True, words=1.0, codes=True, signature=True)
ALIKE = CaseAgreement(rule=True, words=0.4, codes=True)
UNLIKE = CaseAgreement(rule=False, words=0.0, codes=False)


def own(number: int = 1, *, permille: int = 800, structure: int = 0, band: Band = Band.POSSIBLE) -> SimilarIncident:
    return SimilarIncident(
        id=f"own-{number}",
        namespace="shop",
        name=f"own-{number}",
        subject="Deployment/shop/web",
        category=Category.UNKNOWN,
        title="own",
        opened_at=OPENED,
        score_permille=permille,
        lexical_permille=permille,
        structure_permille=structure,
        band=band,
        why=(),
    )


def shared(**changes: Any) -> FleetCandidate:
    values: dict[str, Any] = {"cluster": "east", "at_home": False, "category": Category.CONFIG_ERROR}
    values |= {"last_seen": OPENED, "incidents": 3, "instructive": False}
    values |= {"agreement": ALIKE, "cosine": None, "lexical": 0.8}
    return FleetCandidate(**(values | changes))


def near_copies(cluster: str, number: int, **changes: Any) -> list[FleetCandidate]:
    """Each a little less alike than the one before."""
    return [shared(cluster=cluster, lexical=1.0 - place / 1000, **changes) for place in range(number)]


def found(*incidents: SimilarIncident) -> SimilarResult:
    return SimilarResult(incidents=incidents, reason="1 similar among 9 incidents", searched=9)


def places(answer: SimilarResult) -> list[str]:
    return [one.cluster or one.id for one in answer.incidents]


def test_others_get_the_places_that_are_left_however_alike_they_are() -> None:
    before = [own(number, permille=400) for number in range(4)]
    others = near_copies("east", 9)
    answer = merged(found(*before), others, CASE, 5)
    assert [one for one in answer.incidents if not one.cluster] == before
    assert places(answer).count("east") == 1
    assert answer.reason == "1 similar among 9 incidents; 1 of other clusters"
    assert merged(found(*before), others, CASE, 4) == found(*before)


def test_the_own_comes_first_of_equals_and_the_more_alike_before_both() -> None:
    (alone,) = merged(found(), [shared()], CASE, 5).incidents
    equal = own(permille=alone.score_permille, structure=alone.structure_permille)
    assert places(merged(found(equal), [shared()], CASE, 5)) == ["own-1", "east"]
    less = own(permille=alone.score_permille - 1, structure=alone.structure_permille)
    assert places(merged(found(less), [shared()], CASE, 5)) == ["east", "own-1"]


def test_the_own_keep_their_order_among_themselves() -> None:
    """It follows from more than what is told of each."""
    before = [own(1, permille=500), own(2, permille=900)]
    assert places(merged(found(*before), [shared(lexical=1.0)], CASE, 5)) == ["east", "own-1", "own-2"]


def test_a_strong_match_comes_before_a_possible_one() -> None:
    strong = own(band=Band.STRONG, permille=500)
    assert places(merged(found(strong), [shared(lexical=1.0)], CASE, 5)) == ["own-1", "east"]


def test_what_is_attached_already_and_what_is_the_same_failure_of_one_cluster_come_once() -> None:
    assert places(merged(found(), [shared(at_home=True)], CASE, 5)) == []
    same = near_copies("east", 2, agreement=SAME)
    assert places(merged(found(), same, CASE, 5)) == ["east"]
    assert places(merged(found(own(band=Band.STRONG)), same, CASE, 5)) == ["own-1"]


def test_each_cluster_speaks_for_itself() -> None:
    """Or one that says to know everything would silence the others."""
    loud = shared(cluster="loud", agreement=SAME, lexical=1.0, instructive=True, incidents=1_000_000)
    quiet = shared(cluster="quiet", agreement=SAME)
    assert places(merged(found(), [loud, quiet], CASE, 5)) == ["loud", "quiet"]


def test_clusters_take_turns() -> None:
    loud = near_copies("loud", 16)
    one, two = (shared(cluster="quiet", lexical=lexical) for lexical in (0.8, 0.7))
    assert places(merged(found(), [*loud, one, two], CASE, 5)) == ["loud", "loud", "loud", "quiet", "quiet"]
    assert places(merged(found(), [*loud, one], CASE, 5)) == ["loud", "loud", "loud", "loud", "quiet"]
    assert places(merged(found(), [*loud, one, shared(cluster="third")], CASE, 3)) == ["loud", "quiet", "third"]


def test_where_there_are_more_clusters_than_places_the_most_alike_get_them() -> None:
    others = [shared(cluster=f"c-{number}", lexical=0.9 - number / 100) for number in range(9)]
    assert places(merged(found(), others, CASE, 3)) == ["c-0", "c-1", "c-2"]


def test_copies_of_one_cluster_are_one_answer() -> None:
    copies = [shared(last_seen=OPENED + timedelta(days=number), incidents=number) for number in range(1, 1001)]
    assert places(merged(found(), copies, CASE, 5)) == ["east"]


def test_of_equals_the_one_that_was_ended_comes_first_then_the_last() -> None:
    old, new = shared(cluster="old"), shared(cluster="new", last_seen=OPENED + timedelta(days=1))
    ended = shared(cluster="ended", instructive=True)
    assert places(merged(found(), [old, new], CASE, 5)) == ["new", "old"]
    assert places(merged(found(), [old, new, ended], CASE, 5)) == ["ended", "new", "old"]
    assert places(merged(found(), [old, new, ended], CASE, 2)) == ["ended", "new"]


def test_what_is_not_alike_is_no_answer() -> None:
    assert merged(found(), [shared(agreement=UNLIKE)], CASE, 5) == found()
    assert merged(found(), [shared(lexical=0.3)], CASE, 5) == found()


def test_where_a_case_resembles_everything_of_a_cluster_that_says_less() -> None:
    crowd = near_copies("east", 12, cosine=0.9, agreement=CaseAgreement(words=0.5))
    asked = shared(cosine=0.9, agreement=CaseAgreement(words=0.6))
    assert places(merged(found(), [asked], CASE, 5)) == ["east"]
    assert merged(found(), [asked, *crowd], CASE, 20) == found()
    other = near_copies("west", 12, cosine=0.9)
    assert "east" in places(merged(found(), [asked, *other], CASE, 20))


def test_what_is_told_has_numbers_and_words_of_the_case_alone() -> None:
    (one,) = merged(found(), [shared(agreement=SAME, instructive=True, cosine=0.9)], CASE, 5).incidents
    assert one.why == ("same signature (OOMKilled, exit 137)", "close in meaning (cosine 0.90)", "seen 3 times there")
    assert (one.title, one.resolution, one.fixed, one.differs) == ("not shown here", "", True, ())
    (still,) = merged(found(), [shared(agreement=SAME)], CASE, 5).incidents
    assert (still.resolution, still.fixed) == ("", None)
