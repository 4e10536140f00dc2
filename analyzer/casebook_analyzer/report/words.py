"""Numbers in words, for a reader who has no scale in his head."""

from casebook_analyzer.models import Category, Conclusion, RuledOut
from casebook_analyzer.report.escape import inline

_VERY_LIKELY, _LIKELY = 85, 70
"""Of 100. Below the second it is only possible, and below the floor of a conclusion the answer is unknown."""


def verdict_in_words(conclusion: Conclusion) -> str:
    """``Very likely (92 of 100): config_error``."""
    if conclusion.category is Category.UNKNOWN:
        return "Unknown: the evidence does not decide"
    return f"{_likelihood(conclusion.confidence)} ({conclusion.confidence} of 100): {inline(conclusion.category)}"


def reading_in_words(confidence: int) -> str:
    """How likely another reading is: ``possible (30)``."""
    return f"{_likelihood(confidence).lower()} ({confidence})" if confidence >= _LIKELY else f"possible ({confidence})"


def ruled_out_in_words(ruled: RuledOut) -> str:
    """``resource_exhaustion. Not out of memory: ... (F1)``."""
    cites = f" ({', '.join(ruled.facts)})" if ruled.facts else ""
    return f"**{inline(ruled.category)}**: {inline(ruled.reason)}{cites}"


def _likelihood(confidence: int) -> str:
    if confidence >= _VERY_LIKELY:
        return "Very likely"
    return "Likely" if confidence >= _LIKELY else "Possible"
