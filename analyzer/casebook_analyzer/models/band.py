"""How far something that was found may be trusted."""

from enum import StrEnum


class Band(StrEnum):
    """How far a similar incident, or a passage that fits, may be trusted."""

    STRONG = "Strong"
    POSSIBLE = "Possible"
