"""A subject's timeline: one row for each moment, with a line for the subject and one for each of its nodes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from casebook_analyzer.memory.timeline import Moment, MomentKind, Timeline
from casebook_analyzer.text import LINE_BREAK, bound
from casebook_operator.views.page import Grid, Page, Section, Words
from casebook_operator.views.words import counted

_MARKS = {MomentKind.CHANGE: "+", MomentKind.FAILURE: "●", MomentKind.RECOVERY: "○"}
_FAILING, _WELL = "│", "·"
_TEXT_LIMIT = 200

LEGEND = "+ changed   ● failed   │ failing   ○ recovered   · well. All times are UTC."


def timeline_page(timeline: Timeline) -> Page:
    """What happened, in order of time."""
    lanes = [timeline.subject, *timeline.nodes]
    rows = [
        (*cells, moment.incident)
        for cells, moment in zip(_drawn(timeline.moments, lanes), timeline.moments, strict=True)
    ]
    columns = ("TIME", "AXIS", "ON", "WHAT", "INVESTIGATION")
    ran = (
        f" Its pods failed on {', '.join(node.partition('/')[2] for node in timeline.nodes)}." if timeline.nodes else ""
    )
    head = f"{counted(timeline.episodes, 'episode')}, {timeline.open} not resolved.{ran}"
    grid = Grid(columns, rows, whole=frozenset({"TIME", "AXIS", "INVESTIGATION"}))
    return Page(timeline.subject, [Section("", [Words(head)]), Section("", [grid]), Section("", [Words(LEGEND)])])


def _drawn(moments: Sequence[Moment], lanes: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    failing: Counter[str] = Counter()
    for moment in moments:
        axis = "".join(_MARKS[moment.kind] if lane == moment.on else _state(failing[lane]) for lane in lanes)
        failing[moment.on] += {MomentKind.FAILURE: 1, MomentKind.RECOVERY: -1}.get(moment.kind, 0)
        text = bound(moment.text.replace(LINE_BREAK, " "), _TEXT_LIMIT)
        yield moment.time.strftime("%Y-%m-%d %H:%M:%S"), axis, moment.on.rpartition("/")[2], text


def _state(failures: int) -> str:
    return _FAILING if failures > 0 else _WELL
