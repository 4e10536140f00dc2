"""What follows a page of a list."""

import shlex
from collections.abc import Sequence

from casebook_analyzer.report.blocks import Paragraph, Section


def older(cursor: str) -> Sequence[Section]:
    """How the next page of what is listed with the latest first is asked for; nothing on the last one."""
    return _same("Older ones", cursor)


def following(cursor: str) -> Sequence[Section]:
    """The same for what has another order."""
    return _same("The next ones", cursor)


def _same(what: str, cursor: str) -> Sequence[Section]:
    return [Section("", [Paragraph(f"{what}: the same with --cursor {shlex.quote(cursor)}")])] if cursor else []
