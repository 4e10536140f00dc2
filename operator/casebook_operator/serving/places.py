"""Who holds a place on a listener, and who loses his when there are too many. Pure bookkeeping, no I/O.

A connection that waits for its client (idle, or in the middle of a request) may be shed; one whose request is being
answered may not. A newcomer always gets a place and another one is shed for it: an honest request has arrived within
milliseconds, so the one that has waited longest is the one that nobody misses.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple, Protocol, final

_HOST_BITS = 64
"""An IPv6 host may take any address of its network of 64 bits (RFC 4291, 2.5.4), so that network is one peer."""


class Connection(Protocol):
    """What holds a place."""

    def shed(self) -> None:
        """End it at once. It gives its place back by itself."""


class Peer(NamedTuple):
    """Whom connections come from."""

    name: str
    trusted: bool
    """A proxy, which stands for many clients."""


@dataclass(frozen=True)
class Limits:
    """How much of a listener clients may take. Times are seconds, and bytes that trickle in do not extend them."""

    connections: int
    """Open at once, of all peers."""
    per_peer: int
    """Open at once, of one peer that is no trusted proxy."""
    trusted: tuple[IPv4Network | IPv6Network, ...] = ()
    """Proxies. They are bounded by ``connections`` alone, and others are shed before them."""
    head_seconds: float = 10
    """From the connection, or the end of an answer, to the end of the next request's headers."""
    body_seconds: float = 20
    """From the end of the headers to the end of the body."""
    answer_seconds: float = 60
    """From the end of a request until its client has taken the answer."""


@final
class Places:
    """The places of one listener."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Peer, dict[Connection, None]] = {}
        self._held: Counter[Peer] = Counter()
        self._total = 0
        """Of all peers. Whenever somebody connects it is asked for, and in a flood there are thousands of peers."""

    def take(self, connection: Connection, peer: Peer) -> None:
        """Give a newcomer its place. If there are too many then, one that waits is shed, and be it the newcomer."""
        self._held[peer] += 1
        self._total += 1
        self.wait(connection, peer)
        if self._held[peer] > self._limits.per_peer and not peer.trusted:
            self._shed_oldest(peer)
        elif self._total > self._limits.connections:
            self._shed_oldest(max(self._waiting, key=lambda each: (not each.trusted, len(self._waiting[each]))))

    def wait(self, connection: Connection, peer: Peer) -> None:
        """Note that a connection waits for its client, from now on unless it did so already: it may be shed."""
        self._waiting.setdefault(peer, {})[connection] = None

    def work(self, connection: Connection, peer: Peer) -> None:
        """Note that the request of a connection is being answered: it is not shed."""
        if waiting := self._waiting.get(peer):
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[peer]

    def leave(self, connection: Connection, peer: Peer) -> None:
        """Give the place of a connection back, as it has ended."""
        self.work(connection, peer)
        self._held[peer] -= 1
        self._total -= 1
        if not self._held[peer]:
            del self._held[peer]

    def _shed_oldest(self, peer: Peer) -> None:
        oldest = next(iter(self._waiting[peer]))
        self.work(oldest, peer)  # it leaves when the loop gets to it, and until then another must not be it
        oldest.shed()


def peer_of(address: str, trusted: Sequence[IPv4Network | IPv6Network] = ()) -> Peer:
    """Whom an address stands for."""
    try:
        ip = ip_address(address)
    except ValueError:
        return Peer(address, trusted=False)
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if any(ip in network for network in trusted):
        return Peer(str(ip), trusted=True)
    if isinstance(ip, IPv6Address):
        return Peer(str(IPv6Network((ip, _HOST_BITS), strict=False)), trusted=False)
    return Peer(str(ip), trusted=False)
