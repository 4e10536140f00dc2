"""Reports: one page per case that a person on call reads, as data that Markdown, HTML and the terminal render."""

from casebook_analyzer.report.blocks import Page, Section
from casebook_analyzer.report.case import ReportedCase, read_case
from casebook_analyzer.report.known import family_in_words, is_known
from casebook_analyzer.report.lowered import how_it_ended
from casebook_analyzer.report.markdown import markdown
from casebook_analyzer.report.outline import OUTLINE, outline
from casebook_analyzer.report.render import full_report, render_report, with_report
from casebook_analyzer.report.usage import known_use, usage_in_words

__all__ = [
    "OUTLINE",
    "Page",
    "ReportedCase",
    "Section",
    "family_in_words",
    "full_report",
    "how_it_ended",
    "is_known",
    "known_use",
    "markdown",
    "outline",
    "read_case",
    "render_report",
    "usage_in_words",
    "with_report",
]
