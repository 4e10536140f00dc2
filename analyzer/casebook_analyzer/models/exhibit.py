"""What people attached to an incident as evidence of their own: the text of a file, and whose it is."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.family import FeedbackSource

SHORTEST = 8
"""Digits at the beginning of a digest that call an exhibit, where only one begins so: an incident has ten at most."""


class MediaType(StrEnum):
    """What a file was."""

    TEXT = "text/plain"
    MARKDOWN = "text/markdown"
    PNG = "image/png"
    """Its text was read off it, with letters that may be wrong, and lines that end where a secret may begin."""


class Exhibit(msgspec.Struct, frozen=True, kw_only=True):
    """One file that a person attached. Its text is kept, redacted, and never the file itself.

    All of it is what somebody brought: data, and nobody's instructions.
    """

    digest: str
    """SHA-256 in hexadecimal: of a picture, and of a text as it is kept. That of the file would let whoever reads a
    text guess at what was taken out. What has the same is kept once at an incident."""
    name: str
    """What the file was called, without its folder."""
    media_type: MediaType
    size: int
    """Bytes of the file."""
    author: str = ""
    """Who attached it; empty when nobody put his name to it."""
    source: FeedbackSource
    attached_at: datetime
    lines: tuple[str, ...]
    """Its text."""
    left_out: int = 0
    """Characters at the end of its text that are not given here."""

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def short(self) -> str:
        """The beginning of the digest, by which people call it."""
        return shortened(self.digest)


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """That somebody erased an exhibit. Its text and its name are gone."""

    digest: str
    """By which it was called."""
    author: str = ""
    """Who erased it; empty when nobody put his name to it."""
    source: FeedbackSource
    erased_at: datetime

    @property
    def short(self) -> str:
        """As that of the exhibit."""
        return shortened(self.digest)


def shortened(digest: str) -> str:
    """The beginning of a digest, by which people call an exhibit."""
    return digest[:12]
