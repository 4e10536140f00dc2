"""Where a page of a list ends."""

from datetime import datetime

import msgspec


class PageCursor(msgspec.Struct, frozen=True):
    """Where a page ends. What is added or purged meanwhile moves nothing."""

    opened_at: datetime
    """Of its last incident; of a family when it was seen last."""
    id: str
    """Of that incident, or family."""
