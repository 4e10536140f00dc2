"""What follows a page of a list."""

import shlex
from collections.abc import Sequence

from casebook_analyzer.report.blocks import Paragraph, Section


def older(cursor: str) -> Sequence[Section]:
    """How the next page is asked for; nothing on the last one."""
    return [Section("", [Paragraph(f"Older ones: the same with --cursor {shlex.quote(cursor)}")])] if cursor else []
