"""Reports: one markdown page per case that a person on call reads."""

from casebook_analyzer.report.render import full_report, render_report, render_resolution, render_similar

__all__ = ["full_report", "render_report", "render_resolution", "render_similar"]
