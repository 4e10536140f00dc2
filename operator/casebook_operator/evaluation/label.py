"""What a case is known to be."""

from typing import Any

import msgspec

from casebook_analyzer.models import Category


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """The right answer to one case, and whose it is."""

    id: str
    category: Category
    also_acceptable: tuple[Category, ...] = ()
    judged: bool = False
    """The category was chosen by a person who could have chosen another: it counts leniently only."""
    provenance: str = ""
    hard: bool = False
    names: tuple[str, ...] = ()
    """Words of the cause that a summary must say."""
    source: str = ""
    """Who wrote it down. Cases of one source are never split between folds."""

    @property
    def label(self) -> dict[str, Any]:
        """These fields alone, for another type that has them."""
        return {name: getattr(self, name) for name in Label.__struct_fields__}
