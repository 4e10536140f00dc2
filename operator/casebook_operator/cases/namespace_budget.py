"""A cap on something that Casebook does for others, of which no namespace can use up all."""

from math import ceil

from casebook_operator.cases.token_bucket import TokenBucket, TokenBuckets


class NamespaceBudget:
    """Up to ``burst`` at once and ``per_minute`` in the long run; of both a namespace has a ``share`` at most."""

    def __init__(self, *, per_minute: float, burst: int, share: float) -> None:
        self._all = TokenBucket(per_minute=per_minute, burst=burst)
        self._each = TokenBuckets(per_minute=per_minute * share, burst=max(1, ceil(burst * share)))

    def take(self, namespace: str) -> bool:
        """Take a token for a namespace. False when it has used its share, or when all tokens are used."""
        own = self._each.of(namespace)
        if not (own.available and self._all.take()):
            return False
        return own.take()

    def give_back(self, namespace: str) -> None:
        """Put a token back that was taken and not used."""
        self._all.give_back()
        self._each.of(namespace).give_back()

    @property
    def available(self) -> int:
        """How many whole tokens there are now."""
        return self._all.available

    def available_to(self, namespace: str) -> int:
        """How many of those a namespace may take now."""
        return min(self._all.available, self._each.of(namespace).available)
