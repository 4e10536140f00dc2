"""What today's taxonomy would conclude otherwise, incident by incident."""

from collections.abc import Iterator, Sequence

import msgspec

from casebook_operator.taxonomies.difference import Difference, Lines, Verdict
from casebook_operator.views.page import Block, Fields, Items, Page, Section, Words
from casebook_operator.views.words import counted


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``casebook replay``."""

    taxonomy: str
    """The version that judged."""
    judged: int
    """How many incidents."""
    differences: Sequence[Difference]
    """Those whose conclusion would be another one, and all that were asked for by name."""


def replay_page(replay: Replay) -> Page:
    """One section for each difference."""
    sections = [
        Section(f"{one.incident} ({one.opened_at:%Y-%m-%d %H:%M})", list(_blocks(one))) for one in replay.differences
    ]
    other = sum(not one.same for one in replay.differences)
    said = f"{counted(replay.judged, 'incident')} judged by taxonomy {replay.taxonomy}: "
    said += f"{other} otherwise than memory has it." if other else "all as memory has it."
    hint = [Words("Nothing was changed. casebook taxonomy rejudge stores the new conclusions.")] if other else []
    return Page("", [*sections, Section("", [Words(said), *hint])])


def _blocks(one: Difference) -> Iterator[Block]:
    if one.same:
        yield Words(f"The same: {_in_short(one.now)}.")
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
            yield Words(f"{title}:")
            yield Items(lines, marked=True)


def _in_short(verdict: Verdict) -> str:
    return f"{verdict.category} ({verdict.confidence}): {verdict.title}"


def _changed(lines: Lines) -> str:
    return ", ".join((*(f"-{name}" for name in lines.gone), *(f"+{name}" for name in lines.new)))


def _marked(lines: Lines) -> tuple[str, ...]:
    return (*(f"- {line}" for line in lines.gone), *(f"+ {line}" for line in lines.new))
