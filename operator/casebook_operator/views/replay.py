"""What today's taxonomy would conclude otherwise, incident by incident."""

from collections.abc import Iterator, Sequence

import msgspec

from casebook_analyzer.report.blocks import Block, Diff, Fields, Page, Paragraph, Section
from casebook_analyzer.text import counted
from casebook_operator.taxonomies.difference import Difference, Lines, ShortConclusion


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``casebook replay``."""

    taxonomy: str
    """The version that judged."""
    judged: int
    """How many incidents."""
    differences: Sequence[Difference]
    """Those whose conclusion would be another one, and all that were asked for by name."""


def replay_page(replay: Replay) -> Page:
    """One section for each incident that would be concluded otherwise, and how many there are."""
    sections = [
        Section(f"{one.incident} ({one.opened_at:%Y-%m-%d %H:%M})", list(_blocks(one))) for one in replay.differences
    ]
    other = sum(not one.same for one in replay.differences)
    said = f"{counted(replay.judged, 'incident')} judged by taxonomy {replay.taxonomy}: "
    said += f"{other} otherwise than memory has it." if other else "all as memory has it."
    hint = [Paragraph("Nothing was changed. casebook taxonomy rejudge stores the new conclusions.")] if other else []
    return Page("", [*sections, Section("", [Paragraph(said), *hint])])


def _blocks(one: Difference) -> Iterator[Block]:
    if one.same:
        yield Paragraph(f"The same: {_in_short(one.now)}.")
        return
    yield Fields([
        ("Was", f"{_in_short(one.was)}, by taxonomy {one.was.taxonomy}"),
        ("Now", _in_short(one.now)),
        ("Says now", one.now.summary if one.now.summary != one.was.summary else ""),
        ("Rules", _changed(one.rules)),
    ])  # fmt: skip
    for title, lines in (
        ("Causal chain", one.chain),
        ("Cited facts", _marked(one.facts)),
        ("Actions", _marked(one.actions)),
    ):
        if lines:
            yield Paragraph(f"{title}:")
            yield Diff(lines)


def _in_short(verdict: ShortConclusion) -> str:
    return f"{verdict.category} ({verdict.confidence}): {verdict.title}"


def _changed(lines: Lines) -> str:
    return ", ".join((*(f"-{name}" for name in lines.gone), *(f"+{name}" for name in lines.new)))


def _marked(lines: Lines) -> tuple[str, ...]:
    return (*(f"- {line}" for line in lines.gone), *(f"+ {line}" for line in lines.new))
