"""What is wrong with a taxonomy, said so that its author finds the place."""

from enum import StrEnum

import msgspec
from typing_extensions import override


class Level(StrEnum):
    """Whether a taxonomy is refused for it."""

    ERROR = "error"
    WARNING = "warning"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One finding about one overlay: a file, or a Taxonomy of the cluster."""

    overlay: str
    what: str
    """What is wrong and what to do about it, without a full stop."""
    rule: str = ""
    """The id of the rule, ``Xid 79``, a condition's type or a pattern's name."""
    field: str = ""
    line: int = 0
    """In the file, from 1; 0 where there is no file."""
    level: Level = Level.ERROR

    @property
    def is_error(self) -> bool:
        """Whether the overlay cannot be used because of it."""
        return self.level is Level.ERROR

    @override
    def __str__(self) -> str:
        place = f"{self.overlay}:{self.line}" if self.line else self.overlay
        return f"{place}: {self.where}{self.what}"

    @property
    def where(self) -> str:
        """The rule and the field, ready to stand before ``what``."""
        rule = self.rule if self.rule.startswith("Xid ") or not self.rule else f"rule {self.rule}"
        parts = [part for part in (rule, self.field) if part]
        return f"{', '.join(parts)}: " if parts else ""
