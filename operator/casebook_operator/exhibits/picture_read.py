"""What is read off a picture."""

from typing import NamedTuple

from casebook_analyzer.embedding import Pixels


class PictureRead(NamedTuple):
    """Its text, and what it looks like."""

    lines: list[str]
    """From top to bottom. They may have secrets, and letters that were mistaken."""
    small: Pixels
    """For a model that knows pictures; it is kept nowhere."""
