"""Text of a page as HTML: whatever a name or a log line holds is escaped, and without what moves or hides text."""

from collections.abc import Collection

from markupsafe import Markup, escape

from casebook_analyzer.report.blocks import Citation, Code, Span, Strong, Text, WebLink
from casebook_analyzer.report.spans import disarmed
from casebook_analyzer.text.addresses import is_web_address
from casebook_analyzer.text.cleaning import clean_line


def html_of(text: Text, known: Collection[str]) -> Markup:
    """The line. Citations of ``known`` facts lead to the anchors of these."""
    spans = (text,) if isinstance(text, str) else text
    return Markup("").join(_span(span, known) for span in spans)


def _span(span: Span, known: Collection[str]) -> Markup:
    match span:
        case Strong():
            return Markup("<strong>{}</strong>").format(clean_line(span.text))
        case Code():
            return Markup("<code>{}</code>").format(clean_line(span.text))
        case Citation():
            return Markup(", ").join(_cited(fact, known) for fact in span.facts)
        case WebLink() if is_web_address(span.address):
            link = Markup('<a href="{}" rel="noreferrer noopener">{}</a>')
            return link.format(span.address, clean_line(span.text))
        case WebLink():
            return escape(clean_line(span.text))
        case _:
            return escape(disarmed(span, clean_line))


def _cited(fact: str, known: Collection[str]) -> Markup:
    link = Markup('<a class="fid" href="#{0}">{0}</a>')
    return (link if fact in known else Markup('<span class="fid">{}</span>')).format(clean_line(fact))
