"""The outline of a report: its sections, in the one order in which Markdown, HTML and the terminal show them."""

from collections.abc import Callable, Sequence

import msgspec

from casebook_analyzer.report import conclusion, evidence, known, opening, opinions, outages, past, usage
from casebook_analyzer.report.blocks import Block, Page, Place, Section
from casebook_analyzer.report.case import ReportedCase


class Part(msgspec.Struct, frozen=True):
    """One section of every report."""

    anchor: str
    heading: str
    blocks: Callable[[ReportedCase], Sequence[Block]]
    """What stands in it. A report has no section of which this gives nothing."""
    place: Place = Place.BODY


OUTLINE: tuple[Part, ...] = (
    Part("chain", "Root cause chain", conclusion.chain, Place.ABOVE),
    Part("outage", "Outage", outages.outage, Place.ABOVE),
    Part("seen-before", "Seen before", known.seen_before),
    Part("todo", "What to do", conclusion.what_to_do),
    Part("tried", "Tried, and it did not help", past.tried),
    Part("similar", "Similar past incidents", past.similar_incidents),
    Part("knowledge", "What people wrote", past.knowledge),
    Part("what-happened", "What happened", conclusion.what_happened),
    Part("resolution", "Resolution", past.resolution),
    Part("of-use", "Of use to later cases", usage.of_use),
    Part("revisions", "Concluded before", past.revisions),
    Part("second-opinion", "Second opinion", opinions.second_opinion),
    Part("attached", "What people attached", past.attached),
    Part("ruled-out", "Ruled out", conclusion.ruled_out),
    Part("other-readings", "Other readings", conclusion.other_readings),
    Part("looked-for", "Looked for and not found", conclusion.looked_for),
    Part("involved", "Also involved", conclusion.also_involved, Place.ASIDE),
    Part("environment", "Environment", conclusion.environment, Place.ASIDE),
    Part("versions", "Versions", conclusion.versions),
    Part("evidence", "Evidence", evidence.evidence, Place.BELOW),
)


def outline(case: ReportedCase) -> Page:
    """The report of a case. Its first section has no heading: the verdict, and what the case is about."""
    parts = ((part, part.blocks(case)) for part in OUTLINE)
    sections = [Section(part.heading, blocks, part.anchor, part.place) for part, blocks in parts if blocks]
    return Page(opening.title(case), [Section("", opening.opening(case)), *sections])
