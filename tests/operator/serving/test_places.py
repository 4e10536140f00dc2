"""Who loses a place when there are too many."""

from ipaddress import ip_network

import pytest

from casebook_operator.serving.places import Limits, Peer, Places, peer_of

READER, STRANGER, PROXY = (
    Peer("10.0.0.1", trusted=False),
    Peer("10.0.0.2", trusted=False),
    Peer("10.0.0.3", trusted=True),
)


class Held:
    """A connection that gives its place back when it is told to, as a socket does: later."""

    def __init__(self, places: Places, peer: Peer) -> None:
        self.places = places
        self.peer = peer
        self.open = True
        places.take(self, peer)

    def shed(self) -> None:
        assert self.open
        self.open = False

    def answer(self) -> None:
        self.places.work(self, self.peer)

    def idle(self) -> None:
        self.places.wait(self, self.peer)

    def leave(self) -> None:
        self.places.leave(self, self.peer)


def opened(places: Places, peer: Peer, count: int) -> list[Held]:
    return [Held(places, peer) for _ in range(count)]


def test_the_one_that_has_waited_longest_goes_for_a_newcomer() -> None:
    places = Places(Limits(connections=3, per_peer=3))
    old = opened(places, STRANGER, 3)
    assert all(one.open for one in old)
    new = Held(places, READER)
    assert [one.open for one in old] == [False, True, True]
    assert new.open


def test_each_newcomer_costs_one_also_before_the_shed_have_gone() -> None:
    places = Places(Limits(connections=3, per_peer=3))
    old = opened(places, STRANGER, 3)
    opened(places, READER, 2)
    assert [one.open for one in old] == [False, False, True]


def test_a_request_that_is_being_answered_is_not_cut_off() -> None:
    places = Places(Limits(connections=2, per_peer=2))
    busy, waiting = opened(places, STRANGER, 2)
    busy.answer()
    assert Held(places, READER).open
    assert busy.open
    assert not waiting.open


def test_when_all_are_being_answered_there_is_no_place_for_a_newcomer() -> None:
    places = Places(Limits(connections=1, per_peer=1))
    busy = Held(places, STRANGER)
    busy.answer()
    assert not Held(places, READER).open
    assert busy.open


def test_whoever_has_been_answered_waits_behind_those_who_waited_before() -> None:
    places = Places(Limits(connections=2, per_peer=2))
    answered, waiting = opened(places, STRANGER, 2)
    answered.answer()
    answered.idle()
    assert Held(places, READER).open
    assert answered.open
    assert not waiting.open


def test_bytes_that_trickle_in_make_nobody_younger() -> None:
    places = Places(Limits(connections=2, per_peer=2))
    trickling, _ = opened(places, STRANGER, 2)
    trickling.idle()
    assert Held(places, READER).open
    assert not trickling.open


def test_a_peer_that_has_its_share_sheds_its_own() -> None:
    places = Places(Limits(connections=10, per_peer=2))
    reader, greedy = Held(places, READER), opened(places, STRANGER, 3)
    assert reader.open
    assert [one.open for one in greedy] == [False, True, True]


def test_when_it_is_full_the_peer_with_most_sheds() -> None:
    places = Places(Limits(connections=4, per_peer=4))
    reader, greedy = Held(places, READER), opened(places, STRANGER, 3)
    assert Held(places, READER).open
    assert reader.open
    assert [one.open for one in greedy] == [False, True, True]


def test_a_trusted_proxy_stands_for_many_and_sheds_last() -> None:
    places = Places(Limits(connections=4, per_peer=1))
    stranger, proxied = Held(places, STRANGER), opened(places, PROXY, 3)
    proxied += opened(places, PROXY, 1)
    assert not stranger.open
    assert all(one.open for one in proxied)
    opened(places, PROXY, 1)
    assert [one.open for one in proxied] == [False, True, True, True]


def test_a_place_that_was_left_is_free() -> None:
    places = Places(Limits(connections=1, per_peer=1))
    first = Held(places, STRANGER)
    first.leave()
    second = Held(places, STRANGER)
    assert first.open
    assert second.open


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1:a::1", "2001:db8:0:1::/64"),
        ("", ""),
    ],
)
def test_a_host_is_one_peer_under_all_its_addresses(address: str, name: str) -> None:
    assert peer_of(address) == Peer(name, trusted=False)


@pytest.mark.parametrize(("address", "trusted"), [("10.0.0.9", True), ("::ffff:10.0.0.9", True), ("10.0.1.9", False)])
def test_proxies_are_told_by_their_networks(address: str, trusted: bool) -> None:
    assert peer_of(address, (ip_network("10.0.0.0/24"),)).trusted is trusted
