"""Whether a shard is somebody's is told by how long its Lease has stood still, by one's own clock."""

from casebook_operator.sharding.record import LeaseRecord
from casebook_operator.sharding.sightings import Sightings

HELD = LeaseRecord(version="1", holder="a")


def test_who_has_not_renewed_for_as_long_as_a_lease_lasts_is_dead() -> None:
    seen = Sightings(15.0)
    seen.note(0, HELD, 100.0)
    seen.note(0, HELD, 110.0)  # the same version: nothing was renewed
    assert list(seen.alive(114.9)) == [(0, HELD)]
    assert (list(seen.alive(115.0)), seen.free_for(0, 117.0)) == ([], 2.0)


def test_who_has_renewed_is_alive() -> None:
    seen = Sightings(15.0)
    seen.note(0, HELD, 100.0)
    renewed = LeaseRecord(version="2", holder="a")
    seen.note(0, renewed, 110.0)
    assert list(seen.alive(120.0)) == [(0, renewed)]


def test_what_was_given_back_is_free_at_once() -> None:
    seen = Sightings(15.0)
    seen.note(0, LeaseRecord(version="1"), 100.0)
    assert (list(seen.alive(101.0)), seen.free_for(0, 101.0)) == ([], 1.0)
