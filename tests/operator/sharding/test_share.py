"""Every namespace belongs to exactly one shard, and to the same one for everybody who asks."""

from collections import Counter
from itertools import pairwise

import pytest

from casebook_operator.sharding import Share
from casebook_operator.sharding.share import shard_of

NAMESPACES = [f"team-{number}" for number in range(3000)]


def of(held: int, count: int) -> Share:
    return Share(home="casebook", count=count, held=frozenset({held}))


@pytest.mark.parametrize("count", [2, 3, 16])
def test_every_namespace_has_one_owner(count: int) -> None:
    shares = [of(shard, count) for shard in range(count)]
    for namespace in (*NAMESPACES, "", "default", "casebook"):
        assert sum(share.owns(namespace) for share in shares) == 1


@pytest.mark.parametrize("count", [2, 3, 16])
def test_shards_are_about_equally_large(count: int) -> None:
    sizes = Counter(shard_of(namespace, count) for namespace in NAMESPACES)
    fair = len(NAMESPACES) / count
    assert set(sizes) == set(range(count))
    assert 0.7 * fair < min(sizes.values()) <= max(sizes.values()) < 1.3 * fair


@pytest.mark.parametrize(("before", "after"), [*pairwise(range(1, 7)), (3, 2), (4, 2)])
def test_another_count_moves_no_namespace_between_shards_that_stay(before: int, after: int) -> None:
    stay = min(before, after)
    moved = [(shard_of(one, before), shard_of(one, after)) for one in NAMESPACES]
    assert all(old == new or old >= stay or new >= stay for old, new in moved)
    assert any(old != new for old, new in moved)


def test_what_has_no_namespace_is_with_the_first_shard_and_so_are_its_events_and_cases() -> None:
    for count in range(2, 17):
        assert all(of(0, count).owns(namespace) for namespace in ("", "default", "casebook"))
        assert of(0, count).leads
        assert not of(1, count).leads


def test_who_holds_all_shards_owns_everything() -> None:
    share = Share(home="casebook", count=3, held=frozenset({0, 1, 2}))
    assert share.whole
    assert all(map(share.owns, NAMESPACES))
    assert Share(home="casebook").whole


def test_a_bound_for_all_is_divided_and_none_of_it_is_lost() -> None:
    parts = [of(shard, 3).part(5000) for shard in range(3)]
    assert parts == [1667] * 3
    assert Share(home="casebook").part(5000) == 5000
    assert Share(home="casebook", count=3, held=frozenset({0, 2})).part(5000) == 3334
