"""Which incident is meant."""

from datetime import datetime
from typing import Any

import msgspec

from casebook_analyzer.models.category import Category


class IncidentIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """What lists, reports and search results show of an incident so that people know which one is meant."""

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime

    @property
    def identity(self) -> dict[str, Any]:
        """These fields alone, for another type that has them."""
        return {name: getattr(self, name) for name in IncidentIdentity.__struct_fields__}
