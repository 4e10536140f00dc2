"""Reports: one markdown page per case that a person on call reads."""

from casebook_analyzer.report.known import family_in_words, render_known
from casebook_analyzer.report.past import full_report, render_resolution, render_similar
from casebook_analyzer.report.render import render_report

__all__ = [
    "family_in_words",
    "full_report",
    "render_known",
    "render_report",
    "render_resolution",
    "render_similar",
]
