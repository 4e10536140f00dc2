"""What a case stands for is counted once each, whatever a watch repeats and however often the operator starts."""

from typing import Any

import pytest

from casebook_operator.cases import absorbed_pods
from casebook_operator.cases.absorbed_pods import AbsorbedPods
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.sharding import Share
from tests.crds.schema import STATUS, problems
from tests.operator.builders import NODE_SUBJECT, at, investigation, node_signal, rfc, signal

CASE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)


def add(pods: AbsorbedPods, number: int = 0, *, seconds: float = 0, case: Investigation = CASE) -> bool:
    one = signal(seconds, origin_uid=str(number))
    return pods.add(case, one, origin=one.origin_key, name=f"Pod/shop/{number}", now=at(3600))


def absorbed(pods: AbsorbedPods, case: Investigation = CASE) -> Object:
    found: Object = pods.status(case)["absorbed"]
    return found


def test_a_case_that_stands_for_itself_alone_says_nothing() -> None:
    assert AbsorbedPods().status(CASE) == {}


def test_every_origin_counts_once() -> None:
    pods = AbsorbedPods()
    assert [add(pods, number, seconds=30) for number in (1, 2, 1, 1, 3)] == [True, True, False, False, True]
    assert absorbed(pods) == {
        "count": 3,
        "lastTime": rfc(30),
        "first": ["Pod/shop/1", "Pod/shop/2", "Pod/shop/3"],
        "groups": [{"namespace": "shop", "failureClass": "CrashLoopBackOff", "count": 3}],
    }


def test_the_largest_roll_stays_within_the_schema() -> None:
    pods = AbsorbedPods()
    for number in range(50):
        one = signal(origin_uid=str(number), failure_class="C" * 127 + str(number % 10))
        for repeat in range(20):
            pods.add(CASE, one, origin=f"{number}/{repeat}", name="K" * 63 + "/" + "n" * 316, now=at())
    assert problems(pods.status(CASE), STATUS) == []


def test_after_a_restart_only_what_failed_since_is_new() -> None:
    before = AbsorbedPods()
    for number in range(12):
        add(before, number, seconds=number)
    written = investigation("Open", of=node_signal(), about=NODE_SUBJECT, **before.status(CASE))
    after = AbsorbedPods()
    after.begin(written)
    assert [add(after, number, seconds=number, case=written) for number in range(12)] == [False] * 12
    assert add(after, 99, seconds=60, case=written)
    assert (absorbed(after, written)["count"], len(absorbed(after, written)["first"])) == (13, 10)
    assert absorbed(after, written)["groups"][0]["count"] == 13


def test_a_time_that_is_still_to_come_counts_as_now() -> None:
    pods = AbsorbedPods()
    add(pods, seconds=7200)
    assert absorbed(pods)["lastTime"] == rfc(3600)


def test_one_name_is_said_once() -> None:
    pods = AbsorbedPods()
    for origin in ("broken/CrashLoopBackOff", "broken/RolloutStuck"):
        pods.add(CASE, signal(), origin=origin, name="Deployment/shop/broken", now=at())
    assert (absorbed(pods)["count"], absorbed(pods)["first"]) == (2, ["Deployment/shop/broken"])


def test_memory_is_bounded_and_nothing_older_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absorbed_pods, "ORIGINS", 10)
    pods = AbsorbedPods()
    for number in range(15):
        add(pods, number, seconds=number)
    assert len(pods._pages[CASE.uid].counted) == 5
    assert not add(pods, 3, seconds=3)
    assert absorbed(pods)["count"] == 15


def test_changes_are_taken_once_and_a_forgotten_case_leaves_nothing() -> None:
    pods = AbsorbedPods()
    add(pods)
    assert (pods.take_changed(), pods.take_changed()) == ({CASE.uid}, set())
    add(pods, 2)
    pods.forget(CASE.uid)
    assert (pods.take_changed(), pods.status(CASE)) == (set(), {})


def of_shard(shard: int, count: int = 3) -> AbsorbedPods:
    return AbsorbedPods(Share(home="casebook", count=count, held=frozenset({shard})))


def written(**status: Any) -> Investigation:
    return investigation("Open", of=node_signal(), about=NODE_SUBJECT, **status)


def entry(shard: int, count: int, *, seconds: float = 30, namespace: str = "shop") -> Object:
    groups = [{"namespace": namespace, "failureClass": "CrashLoopBackOff", "count": count}]
    return {"shard": shard, "count": count, "lastTime": rfc(seconds), "groups": groups}


def test_what_another_operators_case_stands_for_is_an_entry_of_its_own() -> None:
    pods = of_shard(2)
    for number in range(5):
        add(pods, number, seconds=30)
    assert pods.status(CASE) == {"absorbedByShards": [entry(2, 5)]}
    assert problems(pods.status(CASE), STATUS) == []


def test_the_entries_of_others_stay_and_one_that_they_have_overwritten_comes_back() -> None:
    pods = of_shard(2)
    add(pods, 1, seconds=30)
    case = written(absorbed={"count": 7, "lastTime": rfc(10)}, absorbedByShards=[entry(1, 4)])
    assert pods.is_behind(case)
    assert pods.status(case) == {"absorbedByShards": [entry(1, 4), entry(2, 1)]}
    assert not pods.is_behind(written(**pods.status(case)))


def test_whoever_looks_after_the_case_never_touches_what_others_count() -> None:
    pods = of_shard(0)
    case = written(absorbedByShards=[entry(1, 4, namespace="elsewhere")])
    add(pods, 1, seconds=30, case=case)
    assert pods.status(case).keys() == {"absorbed"}
    assert absorbed(pods, case)["count"] == 1
    assert not pods.is_behind(case)


@pytest.mark.parametrize("count", [1, 3])
def test_a_namespace_that_moves_to_another_shard_is_not_counted_twice(count: int) -> None:
    case = written(absorbed={"count": 1, "lastTime": rfc(300), "groups": []}, absorbedByShards=[entry(2, 3)])
    pods = of_shard(0 if count == 1 else 1, count)
    pods.begin(case)
    assert not add(pods, 1, seconds=20, case=case)
    assert add(pods, 2, seconds=400, case=case)


def test_what_another_shard_has_seen_later_does_not_hide_what_is_counted_here() -> None:
    pods = of_shard(1)
    case = written(absorbedByShards=[entry(2, 3, seconds=300, namespace="elsewhere")])
    pods.begin(case)
    assert add(pods, 1, seconds=20, case=case)


def test_who_takes_a_shard_over_goes_on_where_the_other_one_was() -> None:
    pods = of_shard(2)
    case = written(absorbedByShards=[entry(2, 3)])
    pods.begin(case)
    assert not add(pods, 1, seconds=20, case=case)
    assert add(pods, 2, seconds=60, case=case)
    assert pods.status(case) == {"absorbedByShards": [entry(2, 4, seconds=60)]}
