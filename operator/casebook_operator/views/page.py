"""A page as a command means it, whatever it is printed as. Its texts may be hostile: the printers disarm them."""

from collections.abc import Sequence

import msgspec


class Fields(msgspec.Struct, frozen=True, tag=True):
    """Names and values. A field without a value is left out."""

    rows: Sequence[tuple[str, str]]

    @property
    def filled(self) -> list[tuple[str, str]]:
        """What there is to print."""
        return [(name, value) for name, value in self.rows if value]


class Grid(msgspec.Struct, frozen=True, tag=True):
    """A table. ``whole`` names the columns that a person copies from, so that they are never cut."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    whole: frozenset[str] = frozenset()


class Items(msgspec.Struct, frozen=True, tag=True):
    """A list. ``marked`` lines begin with marks of their own, which stand for the printer's."""

    lines: Sequence[str]
    numbered: bool = False
    marked: bool = False


class Words(msgspec.Struct, frozen=True, tag=True):
    """One paragraph."""

    text: str


Block = Fields | Grid | Items | Words


class Section(msgspec.Struct, frozen=True):
    """A heading and what stands below it. Without a heading it belongs to the one before."""

    title: str
    blocks: Sequence[Block]


class Page(msgspec.Struct, frozen=True):
    """One answer."""

    title: str
    sections: Sequence[Section]
