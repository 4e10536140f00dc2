"""Which incidents an answer may name, and after how long a failure that comes back is a new one."""

from datetime import timedelta

import msgspec

RECURRENCE = timedelta(days=7)
"""A failure that is back on its subject within a week was not fixed: weekly jobs and Monday's load have had their turn.
What comes back later may as well have another cause (docs/decisions/2026-11-22-trust-in-fixes.md)."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Which incidents an answer may name and learn from."""

    namespaces: frozenset[str] | None = None
    """Only incidents of these namespaces are named, counted and learned from; None means all of them."""
    homes: frozenset[str] | None = None
    """The namespaces that the answer is for: what people of others say names and suggests nothing there. None believes
    everybody, for whoever reads the database itself."""
    recurrence: timedelta = RECURRENCE
    """A failure that is back on its subject within this time was not fixed."""

    def shows(self, namespace: str) -> bool:
        """Whether incidents of that namespace may be named."""
        return self.namespaces is None or namespace in self.namespaces

    def believes(self, namespace: str) -> bool:
        """Whether what people say of incidents of that namespace names and suggests anything in this answer."""
        return self.homes is None or namespace in self.homes
