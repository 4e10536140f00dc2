"""Many failures are one where they name one cause, and nothing else makes them one."""

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import SharedCause
from casebook_operator.cases.crowds import ENOUGH, WITHIN, crowds, onset
from casebook_operator.investigation import Investigation
from tests.operator.cases.crisis import DATABASE, KEYS, failing

SECONDS = WITHIN.total_seconds()
OTHER_HOST = SharedCause(kind="Peer", name="db2.example.com:5432")
NEAR_MISSES = (
    OTHER_HOST,
    SharedCause(kind="Peer", name="db.example.com:5433"),
    SharedCause(kind="ConfigMap", name="db.example.com:5432", namespace="shop"),
    SharedCause(kind="Peer", name="db.example.com:5432", namespace="shop"),
)


def place(case: Investigation) -> str:
    return case.namespace


def sizes(*cases: Investigation) -> list[int]:
    return [len(crowd.members) for crowd in crowds(cases, place)]


def many(number: int, *causes: SharedCause, prefix: str = "app", **more: object) -> list[Investigation]:
    return [failing(f"{prefix}-{one}", *causes, seconds=one, **more) for one in range(number)]  # type: ignore[arg-type]


def test_enough_subjects_that_name_one_cause_are_a_crowd() -> None:
    assert sizes(*many(ENOUGH, DATABASE)) == [ENOUGH]


def test_fewer_are_none() -> None:
    assert sizes(*many(ENOUGH - 1, DATABASE)) == []


def test_containers_of_one_workload_are_one_subject() -> None:
    cases = [failing("app", DATABASE, container=f"c{number}") for number in range(ENOUGH)]
    assert sizes(*cases) == []


def test_two_causes_at_once_stay_two() -> None:
    found = crowds([*many(6, DATABASE), *many(7, OTHER_HOST, prefix="web")], place)
    assert [len(crowd.members) for crowd in found] == [7, 6]
    assert [crowd.cause.key for crowd in found] == [KEYS.of(OTHER_HOST), KEYS.of(DATABASE)]


def test_near_misses_are_not_the_same() -> None:
    cases = many(ENOUGH - 1, DATABASE)
    assert sizes(*cases, *(failing(f"n-{at}", cause) for at, cause in enumerate(NEAR_MISSES))) == []


def test_cases_that_name_nothing_are_no_crowd_whatever_they_say() -> None:
    assert sizes(*many(50, summary="connection refused")) == []


def test_failures_that_are_far_apart_in_time_are_not_one() -> None:
    cases = [failing(f"app-{one}", DATABASE, seconds=one * (SECONDS / 3)) for one in range(40)]
    assert sizes(*cases) == [], "never more than four within ten minutes"


def test_what_failed_long_before_is_left_out() -> None:
    early = failing("early", DATABASE, seconds=-2 * SECONDS)
    (crowd,) = crowds([early, *many(ENOUGH, DATABASE)], place)
    assert early not in crowd.members


def test_namespaces_have_nothing_to_do_with_each_other() -> None:
    cases = [failing(f"app-{one}", DATABASE, namespace=f"team-{one % 3}") for one in range(12)]
    assert sizes(*cases) == []
    assert [len(crowd.members) for crowd in crowds(cases, lambda _: "")] == [12]


def test_a_case_is_in_one_crowd_alone() -> None:
    found = crowds([*many(9, DATABASE, OTHER_HOST), *many(ENOUGH, OTHER_HOST, prefix="web")], place)
    uids = [case.uid for crowd in found for case in crowd.members]
    assert len(uids) == len(set(uids))


CAUSES = st.sampled_from((DATABASE, *NEAR_MISSES))
CASES = st.lists(
    st.builds(
        lambda name, causes, seconds, namespace: failing(name, *causes, seconds=seconds, namespace=namespace),
        st.sampled_from([f"app-{number}" for number in range(12)]),
        st.lists(CAUSES, max_size=2, unique=True),
        st.integers(0, 4 * int(SECONDS)),
        st.sampled_from(["shop", "billing"]),
    ),
    max_size=40,
    unique_by=lambda case: case.uid,
)


@given(CASES)
def test_no_crowd_is_a_coincidence(cases: list[Investigation]) -> None:
    """Whatever fails: a crowd is enough subjects, of one place, near in time, of which each names its cause."""
    for crowd in crowds(cases, place):
        assert len({case.subject.name for case in crowd.members}) >= ENOUGH
        assert len({case.namespace for case in crowd.members}) == 1
        assert onset(crowd.members[-1]) - onset(crowd.members[0]) <= WITHIN
        assert all(crowd.cause in case.causes for case in crowd.members)


@given(CASES, st.randoms())
def test_the_order_in_which_cases_are_known_changes_nothing(cases: list[Investigation], chance: object) -> None:
    shuffled = list(cases)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert crowds(cases, place) == crowds(shuffled, place)
