"""Exhibits for tests."""

from datetime import UTC, datetime
from hashlib import sha256

from casebook_analyzer.models import Erasure, Exhibit, FeedbackSource, MediaType

NOTES = "the proxy of payments refused us\n# no heading: quokka\nwe raised its limit"


def exhibit(text: str = NOTES, *, name: str = "notes.md") -> Exhibit:
    return Exhibit(
        digest=sha256(text.encode()).hexdigest(),
        name=name,
        media_type=MediaType.MARKDOWN,
        size=len(text),
        author="ana",
        source=FeedbackSource.COMMAND,
        attached_at=datetime(2026, 3, 1, 13, tzinfo=UTC),
        lines=tuple(text.split("\n")),
    )


def erasure(text: str = NOTES) -> Erasure:
    """That bob erases the exhibit of this text."""
    digest, when = sha256(text.encode()).hexdigest(), datetime(2026, 3, 1, 14, tzinfo=UTC)
    return Erasure(digest=digest, author="bob", source=FeedbackSource.PAGE, erased_at=when)
