"""Who hangs on whom: the section on an outage, of its head and of every case that hangs on it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from casebook_analyzer.models import Mention, Outage
from casebook_analyzer.report.blocks import Block, Code, Paragraph, Strong, Text, Tree
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.report.spans import line
from casebook_analyzer.timeline.times import span


def outage(case: ReportedCase) -> Sequence[Block]:
    """A drawing of the head and what hangs on it; nothing for a case that stands for itself."""
    past = case.reading.past if case.reading is not None else None
    if past is None or past.outage is None or case.reading is None:
        return ()
    found, here = past.outage, (case.namespace, case.name)
    words = Paragraph(_in_words(found, here))
    head = _drawn(found.head, here, case.reading.now) if found.head is not None else "an Investigation elsewhere"
    branches = [_drawn(one, here, case.reading.now) for one in found.followers]
    return (words, Tree(head, [*branches, *_rest(found)]))


def _in_words(found: Outage, here: tuple[str, str]) -> Text:
    hang = f"{found.count} {'case hangs' if found.count == 1 else 'cases hang'} on"
    left = f"; {found.open} of them {'is' if found.open == 1 else 'are'} open." if found.open else "; all are over."
    if found.head is not None and here == (found.head.namespace, found.head.name):
        return (Strong(f"{hang} this one"), left)
    return (Strong("This case hangs on the one that stands for its cause."), f" {hang} that one{left}")


def _drawn(one: Mention, here: tuple[str, str], now: datetime) -> Text:
    ended = f"; over: {one.resolution}" if one.resolution else ""
    ago = span(int((now - one.opened_at).total_seconds()))
    mark: tuple[Strong | str, ...] = (Strong("this case"), ", ") if here == (one.namespace, one.name) else ()
    return line(Code(f"{one.namespace}/{one.name}"), " ", *mark, f"{one.title}, opened {ago} ago{ended}")


def _rest(found: Outage) -> Iterator[Text]:
    if more := found.count - len(found.followers):
        yield f"and {more} more"
