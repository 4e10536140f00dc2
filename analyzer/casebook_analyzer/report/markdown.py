"""A page as Markdown. Whatever a name or a log line holds, it renders as itself."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.models import Action, Fact
from casebook_analyzer.report.blocks import (
    Actions,
    Block,
    Chain,
    Citation,
    Code,
    Diff,
    Facts,
    Fields,
    Fixes,
    Items,
    Moments,
    Page,
    Paragraph,
    Quoted,
    Similar,
    Span,
    Strong,
    Subheading,
    Table,
    Text,
    Tree,
    WebLink,
)
from casebook_analyzer.report.escape import code, fenced, inline, link
from casebook_analyzer.report.lowered import dated, lowered, most_telling
from casebook_analyzer.report.spans import cited, disarmed
from casebook_analyzer.text import LINE_BREAK
from casebook_analyzer.timeline.times import clock

_ITEM = 3
"""Spaces that put a block into a numbered item."""


def markdown(page: Page) -> str:
    """The text, ending with a line break."""
    parts = [f"# {_text(page.title)}"] if page.title else []
    for section in page.sections:
        if section.heading:
            parts.append(f"## {inline(section.heading)}")
        parts += map(rendered, section.blocks)
    return "\n\n".join(part for part in parts if part) + "\n"


def rendered(block: Block) -> str:
    """One block, without a line break at its end."""
    return "\n".join(_lines(block))


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield _text(block.text)
        case Subheading():
            yield f"### {inline(block.text)}"
        case Items():
            for number, line in enumerate(block.lines, start=1):
                yield f"{f'{number}.' if block.numbered else '-'} {_text(line)}"
        case Diff():
            yield fenced(list(block.lines), language="diff")
        case Quoted():
            yield fenced(list(block.lines))
        case Fields():
            yield from (f"- **{inline(name)}**: {inline(value)}" for name, value in block.filled)
        case Table():
            yield _row(block.columns)
            yield "|" + "---|" * len(block.columns)
            yield from map(_row, block.rows)
        case Tree():
            yield f"- {_text(block.root)}"
            yield from (f"  - {_text(branch)}" for branch in block.branches)
        case _:
            yield from _lines_of_records(block)


def _lines_of_records(block: Chain | Actions | Moments | Facts | Fixes | Similar) -> Iterator[str]:
    match block:
        case Chain():
            for number, step in enumerate(block.steps, start=1):
                yield f"{number}. **{step.role}**: {_text((step.text, *cited(step.facts)))}"
        case Actions():
            yield "".join(_actions(block.actions))
        case Moments():
            yield from _moments(block)
        case Facts(source=None):
            yield from _facts(block)
        case Facts():
            yield from _log(block)
        case Fixes() | Similar():
            yield "\n\n".join(map(rendered, lowered(block)))


def _text(text: Text) -> str:
    return disarmed(text, inline) if isinstance(text, str) else "".join(map(_span, text))


def _span(span: Span) -> str:
    match span:
        case Strong():
            return f"**{inline(span.text)}**"
        case Code():
            return code(span.text)
        case Citation():
            return ", ".join(map(inline, span.facts))
        case WebLink():
            return link(span.text, span.address)
        case _:
            return disarmed(span, inline)


def _row(cells: Sequence[Text]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in map(_text, cells))


def _actions(actions: Sequence[Action]) -> Iterator[str]:
    indent = "\n\n" + " " * _ITEM
    for number, action in enumerate(actions, start=1):
        yield f"{number}. {inline(action.do)}"
        if action.verify:
            yield f"{indent}To check:\n\n{fenced([action.verify], language='sh', indent=_ITEM)}"
        if action.risk:
            yield f"{indent}Risk: {inline(action.risk)}"
        if number < len(actions):
            yield "\n\n" if action.verify or action.risk else "\n"


def _moments(block: Moments) -> Iterator[str]:
    for when, moment in dated(block):
        yield f"- `{when}` {_text((moment.text, *cited((moment.fact,) if moment.fact else ())))}"


def _facts(block: Facts) -> Iterator[str]:
    shown = most_telling(block)
    for fact in shown:
        text = inline(fact.text.replace(LINE_BREAK, " "))
        text = f"**{text}**" if fact.id in block.cited else text
        seen = f" (seen {fact.count} times)" if fact.count > 1 else ""
        when = f"{clock(fact.time, block.onset)} " if fact.time else ""
        yield f"- {inline(fact.id)} {when}{text}{seen}  \n  {code(fact.source)}"
    if hidden := len(block.facts) - len(shown):
        yield f"- {hidden} more are stored and not shown."


def _log(block: Facts) -> Iterator[str]:
    shown = most_telling(block)
    hidden = len(block.facts) - len(shown)
    note = f" ({hidden} quieter lines are stored and not shown)" if hidden else ""
    yield f"{inline(block.source or '')}{note}:\n"
    yield fenced(list(_log_lines(shown, block)))


def _log_lines(shown: Sequence[Fact], block: Facts) -> Iterator[str]:
    """``> F12  05:06:07 text``; the further lines of a stack trace stand below the first."""
    width = max(len(clock(fact.time, block.onset)) for fact in shown)
    for fact in shown:
        mark = ">" if fact.id in block.cited else " "
        head = f"{mark} {fact.id:<4} " + (f"{clock(fact.time, block.onset):<{width}} " if width else "")
        count = f" (x{fact.count})" if fact.count > 1 else ""
        yield head + fact.text.replace(LINE_BREAK, "\n" + " " * len(head)) + count
