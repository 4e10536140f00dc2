"""Which namespaces an operator looks after: those whose weight is highest for one of the shards that it holds."""

import hashlib
from functools import lru_cache

import msgspec

from casebook_operator.scope import NODE_EVENTS_NAMESPACE

FIRST = 0
"""The shard of what belongs to no namespace: nodes, Taxonomies, the upkeep of memory."""

NAMESPACES = 16_384
"""Whose shards are remembered, some 150 bytes each. Kubernetes is tested with 10,000 (sig-scalability, thresholds)."""


class Share(msgspec.Struct, frozen=True):
    """What one operator looks after now."""

    home: str
    """The namespace of cases of nodes, and of the Overflow."""
    count: int = 1
    """How many shards there are."""
    held: frozenset[int] = frozenset({FIRST})
    """Which of them this operator holds."""

    @property
    def whole(self) -> bool:
        return len(self.held) == self.count

    @property
    def leads(self) -> bool:
        """Whether what belongs to no namespace is this operator's."""
        return FIRST in self.held

    def owns(self, namespace: str) -> bool:
        """Whether what is in a namespace is this operator's; in none, where it is empty."""
        return self.whole or self._shard(namespace) in self.held

    def part(self, number: int) -> int:
        """The part of a number that is meant for all shards together, rounded up."""
        return -(-number * len(self.held) // self.count)

    def _shard(self, namespace: str) -> int:
        """Events about nodes are in ``default``, and their cases at :attr:`home`: with the nodes themselves."""
        if namespace in ("", NODE_EVENTS_NAMESPACE, self.home):
            return FIRST
        return shard_of(namespace, self.count)


@lru_cache(NAMESPACES)
def shard_of(namespace: str, count: int) -> int:
    """The shard with the highest weight for a namespace (rendezvous hashing: Thaler and Ravishankar, 1998).

    With another count only those namespaces move whose shard is gone, or for which a new one weighs more.
    """
    return max(range(count), key=lambda shard: hashlib.sha256(f"{shard}/{namespace}".encode()).digest())
