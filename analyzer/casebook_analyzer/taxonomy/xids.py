"""NVIDIA's Xid and SXid errors: what each means, and which are only consequences of another."""

from enum import StrEnum

import msgspec

from casebook_analyzer.models import Action, Category


class Xid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """One row of NVIDIA's catalogue, with a category."""

    number: int
    mnemonic: str = ""
    """Empty for numbers that only older documents have."""
    name: str
    meaning: str = ""
    """One sentence for a person who has never seen the number."""
    category: Category = Category.UNKNOWN
    alternates: tuple[Category, ...] = ()
    consequence: bool = False
    """Never the cause: it reports what the driver did about another error."""
    consequence_of: tuple[int, ...] = ()
    """Not the cause when one of these came shortly before it on the same GPU."""
    actions: tuple[Action, ...] = ()


class XidFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The Xid table."""

    source: str
    advice: tuple[Action, ...] = ()
    """Written once and named by the rows."""
    xids: tuple[Xid, ...]


class SxidKind(StrEnum):
    """How far an error of an NVSwitch reaches."""

    HARMLESS = "harmless"
    """The hardware repaired it."""
    NON_FATAL = "non-fatal"
    FATAL = "fatal"
    """One link, and whatever uses it."""
    ALWAYS_FATAL = "always-fatal"
    """The whole fabric."""


class Sxid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One error of an NVSwitch."""

    number: int
    name: str
    kind: SxidKind


class SxidTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The SXid table, and what to do by kind."""

    source: str = ""
    advice: dict[SxidKind, tuple[Action, ...]] = {}
    sxids: tuple[Sxid, ...] = ()

    def row(self, number: int) -> Sxid | None:
        """The row of a number, or None for one that the guide does not have."""
        return next((row for row in self.sxids if row.number == number), None)
