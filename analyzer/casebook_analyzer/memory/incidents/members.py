"""Incidents as members of their family, from narrow rows: a crash may have come back a thousand times."""

from typing import Any

import msgspec
from sqlalchemy import Row

from casebook_analyzer.learning import Member
from casebook_analyzer.memory.incidents.rows import identity_from, resolution_from
from casebook_analyzer.models import Said, Withdrawn


def member_from(row: Row[Any], said: Said | None, *, device: str = "") -> Member:
    """An incident as a member of its family. The row has ``IDENTITY``, ``RESOLUTION`` and ``withdrawn``."""
    return Member(
        **identity_from(row),
        resolution=resolution_from(row),
        said=said,
        withdrawn=msgspec.convert(row.withdrawn, tuple[Withdrawn, ...]),
        device=device,
    )
