"""A bound on what Casebook opens, far above what a bad day needs, so that nobody can fill the API server through it."""

from casebook_operator.token_bucket import TokenBucket, TokenBuckets

RESERVED = 40
"""Cases that a namespace may open when others have used up all: some dozens are what a bad release takes down."""
RESERVED_PER_MINUTE = 20.0
"""And how many of these come back in a minute."""
_MINUTES = 60.0


class CaseCeiling:
    """Up to ``number`` at once, of which as many come back within an hour; beyond them each namespace has a few.

    Nobody makes namespaces as easily as pods, so what one tenant uses up is nothing that another one lacks.
    """

    def __init__(self, number: int) -> None:
        self._all = TokenBucket(per_minute=number / _MINUTES, burst=number)
        self._reserved = TokenBuckets(per_minute=RESERVED_PER_MINUTE, burst=RESERVED)

    def take(self, namespace: str) -> bool:
        """Whether one more may be opened now. If so, it counts."""
        return self._all.take() or self._reserved.of(namespace).take()

    def give_back(self) -> None:
        """Undo a :meth:`take`: the case was not opened after all."""
        self._all.give_back()

    @property
    def available(self) -> int:
        """How many cases may be opened now, whatever their namespace."""
        return self._all.available

    def reserved(self, namespace: str) -> int:
        """How many cases a namespace may open even when none are available to all."""
        return self._reserved.of(namespace).available
