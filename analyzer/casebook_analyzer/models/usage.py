"""Of what use something that memory has was to later cases."""

from enum import StrEnum

import msgspec


class Attachable(StrEnum):
    """What is attached to a case when it is concluded. The same word stands in the database."""

    INCIDENT = "incident"
    DOCUMENT = "document"


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of a past incident, of a fix or of a document, as far as the reader may see the cases."""

    attached: int = 0
    """Cases that it was attached to when they were concluded; of a fix, its incidents were."""
    opened: int = 0
    """How often its report was opened; of a document, the reports that show it."""
    followed: int = 0
    """Of these cases, those that ended by the same fix; of a document, by any."""
    wrong: int = 0
    """Of these cases, those whose conclusion people called wrong."""

    def __bool__(self) -> bool:
        return self != _NONE

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            attached=self.attached + other.attached,
            opened=self.opened + other.opened,
            followed=self.followed + other.followed,
            wrong=self.wrong + other.wrong,
        )


_NONE = Usage()
