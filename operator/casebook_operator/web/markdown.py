"""Markdown to HTML, for reports as they were written. Raw HTML, links and images stay text."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup


def html_of(markdown: str) -> Markup:
    """The document. Its headings are one level lower, for the page has its own title."""
    tokens = _parser().parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    for opening, content, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not content.content:
            opening.tag = closing.tag = "td"  # a table of names and values has no heads
    return Markup(_parser().renderer.render(tokens, _parser().options, {}))  # noqa: S704 - the renderer escapes


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    return parser.enable("table").disable(["link", "image", "autolink", "html_inline", "html_block", "reference"])
