"""Text of a page as styled text of a terminal."""

from rich.text import Text as Line

from casebook_analyzer.report.blocks import Citation, Code, Span, Strong, Text, WebLink
from casebook_analyzer.report.spans import disarmed
from casebook_analyzer.text.cleaning import clean_line


def styled(text: Text, style: str = "") -> Line:
    """One line, without escapes and without what moves or hides other text."""
    if isinstance(text, str):
        return Line(disarmed(text, clean_line), style)
    return Line.assemble(*(_span(span) for span in text), style=style)


def _span(span: Span) -> str | tuple[str, str]:
    match span:
        case Strong():
            return clean_line(span.text), "bold"
        case Code():
            return clean_line(span.text), "cyan"
        case Citation():
            return ", ".join(map(clean_line, span.facts)), "dim"
        case WebLink():
            return f"{clean_line(span.text)} <{clean_line(span.address)}>"
        case _:
            return disarmed(span, clean_line)
