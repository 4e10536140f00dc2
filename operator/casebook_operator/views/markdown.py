"""A page as markdown, for a ticket, a chat or a pull request."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.report.escape import fenced, inline
from casebook_operator.views.page import Block, Fields, Grid, Items, Page, Words


def markdown(page: Page) -> str:
    """The text, ending with a line break. Whatever a name or a log line holds, it renders as itself."""
    parts = [f"# {inline(page.title)}"] if page.title else []
    for section in page.sections:
        if section.title:
            parts.append(f"## {inline(section.title)}")
        parts += ["\n".join(_lines(block)) for block in section.blocks]
    return "\n\n".join(part for part in parts if part) + "\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Fields():
            yield from (f"- **{inline(name)}**: {inline(value)}" for name, value in block.filled)
        case Items(marked=True):
            yield fenced(list(block.lines), language="diff")
        case Items():
            for number, line in enumerate(block.lines, start=1):
                yield f"{number}. {inline(line)}" if block.numbered else f"- {inline(line)}"
        case Grid():
            yield _row(block.columns)
            yield "|" + "---|" * len(block.columns)
            yield from (_row([inline(cell) for cell in row]) for row in block.rows)
        case Words():
            yield inline(block.text)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
