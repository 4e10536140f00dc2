"""A subject's timeline as text: one row for each moment, with a column of characters for the state of every lane."""

from collections.abc import Iterator

from casebook_analyzer.report.blocks import Page, Paragraph, Section, Table
from casebook_analyzer.text import LINE_BREAK, bound, counted
from casebook_analyzer.timeline import LaneState, MomentKind, Timeline, walk

_MARKS = {MomentKind.CHANGE: "+", MomentKind.FAILURE: "●", MomentKind.RECOVERY: "○"}
_FAILING, _WELL = "│", "·"
_TEXT_LIMIT = 200
"""Characters of one cell. The JSON has all of it."""

LEGEND = "+ changed   ● failed   │ failing   ○ recovered   · well. All times are UTC."


def timeline_page(timeline: Timeline, limit: int) -> Page:
    """The answer of ``casebook timeline``, the first moment first; of ``limit`` episodes at most."""
    if not timeline.episodes:
        return Page(timeline.subject, [Section("", [Paragraph("Memory has no incident of it that fits.")])])
    ran = (
        f" Its pods failed on {', '.join(node.partition('/')[2] for node in timeline.nodes)}." if timeline.nodes else ""
    )
    head = f"{counted(timeline.episodes, 'episode')}, {timeline.open} not resolved.{ran}"
    columns = ("TIME", "AXIS", "ON", "WHAT", "INVESTIGATION")
    grid = Table(columns, list(_rows(timeline)), whole=frozenset({"TIME", "AXIS", "INVESTIGATION"}))
    below = [Section("", [Paragraph(LEGEND)])]
    if timeline.episodes >= limit:
        below.append(
            Section("", [Paragraph(f"These are the latest {counted(limit, 'episode')}: there may be others.")])
        )
    return Page(timeline.subject, [Section("", [Paragraph(head)]), Section("", [grid]), *below])


def _rows(timeline: Timeline) -> Iterator[tuple[str, ...]]:
    for row in walk(timeline):
        moment = row.moment
        text = bound(moment.text.replace(LINE_BREAK, " "), _TEXT_LIMIT)
        when = moment.time.strftime("%Y-%m-%d %H:%M:%S")
        yield when, "".join(map(_drawn, row.lanes)), moment.on.rpartition("/")[2], text, moment.incident


def _drawn(lane: LaneState) -> str:
    if lane.kind is not None:
        return _MARKS[lane.kind]
    return _FAILING if lane.failing else _WELL
