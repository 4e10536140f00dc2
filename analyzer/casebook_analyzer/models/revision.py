"""Why a conclusion took the place of an earlier one."""

from datetime import datetime
from enum import StrEnum

import msgspec


class RevisionReason(StrEnum):
    """What led to judging a case again."""

    EVIDENCE = "Evidence"
    """It was seen again, in another way or more often."""
    RELAPSE = "Relapse"
    """It came back after its end."""
    DEPENDENCY = "Dependency"
    """Something that its evidence names has failed since."""
    TAXONOMY = "Taxonomy"
    """Another taxonomy is in force."""


class ConclusionRevision(msgspec.Struct, frozen=True, kw_only=True):
    """When, and what had changed."""

    at: datetime
    reason: RevisionReason
    why: str
    """In words: ``exit code 137 (OOMKilled), before exit code 1 (Error)``."""
