"""NVIDIA's Xid errors: what each means, and which are only consequences of another."""

import msgspec

from casebook_analyzer.models import Category


class Xid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of NVIDIA's catalogue, with a category."""

    number: int
    mnemonic: str
    name: str
    category: Category = Category.UNKNOWN
    alternates: tuple[Category, ...] = ()
    consequence: bool = False
    """Never the cause: it reports what the driver did about another error."""
    consequence_of: tuple[int, ...] = ()
    """Not the cause when one of these came before it on the same GPU."""
    action: str = ""


class XidFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Xid table."""

    source: str
    xids: tuple[Xid, ...]
