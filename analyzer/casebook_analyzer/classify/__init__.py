"""From evidence to a conclusion: pure, deterministic, and every statement cites facts."""

from casebook_analyzer.classify.classify import classify

__all__ = ["classify"]
