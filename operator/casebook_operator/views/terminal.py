"""A page on a terminal. Whatever a name or a log line holds, it moves no cursor and sets no colour."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Line

from casebook_analyzer.report.blocks import (
    Actions,
    Block,
    Chain,
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
    Subheading,
    Table,
    Tree,
)
from casebook_analyzer.report.lowered import dated, lowered, most_telling
from casebook_analyzer.report.spans import cited
from casebook_analyzer.text import LINE_BREAK
from casebook_analyzer.timeline.times import clock
from casebook_operator.views.screen import screen
from casebook_operator.views.styled import styled

_INDENT = 2


def print_page(page: Page) -> None:
    """Print the page to standard output."""
    with screen() as console:
        _print(console, page)


def _print(console: Console, page: Page) -> None:
    separated = False
    if page.title:
        console.print(styled(page.title, "bold"))
        separated = True
    for section in page.sections:
        if separated:
            console.print()
        if section.heading:
            console.print(styled(section.heading, "bold"))
        for block in section.blocks:
            console.print(Padding.indent(_renderable(block), _INDENT if section.heading else 0))
        separated = True


def _renderable(block: Block) -> RenderableType:
    match block:
        case Paragraph():
            return styled(block.text)
        case Subheading():
            return styled(block.text, "bold dim")
        case Fields() | Items() | Diff() | Quoted():
            return _pairs(_marked(block))
        case Table():
            return _grid(block)
        case Tree():
            return Group(styled(block.root), _pairs((Line(edge), styled(branch)) for edge, branch in block.drawn))
        case _:
            return _record(block)


def _record(block: Chain | Actions | Moments | Facts | Fixes | Similar) -> RenderableType:
    match block:
        case Chain():
            return _pairs((styled(step.role, "bold"), styled((step.text, *cited(step.facts)))) for step in block.steps)
        case Actions():
            return _pairs(_actions(block))
        case Moments():
            return _pairs(_moments(block))
        case Facts():
            return _facts(block)
        case Fixes() | Similar():
            return Group(*map(_renderable, lowered(block)))


def _marked(block: Fields | Items | Diff | Quoted) -> Iterator[tuple[Line, Line]]:
    match block:
        case Fields():
            yield from ((styled(name, "dim"), styled(value)) for name, value in block.filled)
        case Items():
            for number, line in enumerate(block.lines, start=1):
                yield Line(f"{number}." if block.numbered else "-"), styled(line)
        case Diff():
            yield from ((Line(line[:1]), styled(line[1:])) for line in block.lines)
        case Quoted():
            yield from ((Line("|", "dim"), _indented(line)) for line in block.lines)


def _indented(text: str) -> Line:
    return Line(" " * (len(text) - len(text.lstrip(" ")))).append_text(styled(text))


def _actions(block: Actions) -> Iterator[tuple[Line, RenderableType]]:
    for number, action in enumerate(block.actions, start=1):
        yield Line(f"{number}."), styled(action.do)
        if action.verify:
            yield Line(), Group(Line("To check:"), Padding.indent(styled(action.verify, "cyan"), _INDENT))
        if action.risk:
            yield Line(), styled(f"Risk: {action.risk}")


def _moments(block: Moments) -> Iterator[tuple[Line, Line]]:
    for when, moment in dated(block):
        yield styled(when, "dim"), styled((moment.text, *cited((moment.fact,) if moment.fact else ())))


def _facts(block: Facts) -> RenderableType:
    shown = most_telling(block)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for fact in shown:
        style = "bold" if fact.id in block.cited else ""
        text = Line("\n").join(styled(line, style) for line in fact.text.split(LINE_BREAK))
        text.append(f" (x{fact.count})" if fact.count > 1 else "", "dim")
        if block.source is None:
            text.append_text(Line("\n")).append_text(styled(fact.source, "dim"))
        mark = ">" if fact.id in block.cited else ""
        grid.add_row(Line(mark), styled(fact.id), styled(clock(fact.time, block.onset), "dim"), text)
    hidden = len(block.facts) - len(shown)
    note = Line(f"{hidden} more are stored and not shown.", "dim") if hidden else None
    head = styled(block.source, "dim") if block.source else None
    return Group(*(part for part in (head, grid, note) if part is not None))


def _pairs(rows: Iterator[tuple[Line, RenderableType]] | Iterator[tuple[Line, Line]]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def _grid(block: Table) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="bold", show_header=any(block.columns))
    for name in block.columns:
        grid.add_column(name, overflow="fold", no_wrap=name in block.whole)
    for row in block.rows:
        grid.add_row(*map(styled, row))
    return grid
