"""Who asks, and what counts as a recurrence for him."""

from datetime import timedelta

import msgspec

RECURRENCE = timedelta(days=7)
"""A failure that is back on its subject within a week was not fixed: weekly jobs and Monday's load have had their turn.
What comes back later may as well have another cause (docs/decisions/2026-11-22-trust-in-fixes.md)."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer may rest on."""

    namespace: str | None = None
    """Only incidents of this namespace are named and learned from; None means all of them."""
    recurrence: timedelta = RECURRENCE

    def shows(self, namespace: str) -> bool:
        """Whether incidents of that namespace may be named."""
        return self.namespace is None or namespace == self.namespace
