"""How likely a conclusion is, in words: a reader on call has no scale for numbers."""

from casebook_analyzer.models import Category, Conclusion

_VERY_LIKELY, _LIKELY = 85, 70
"""Of 100. Below the second it is only possible, and below the floor of a conclusion the answer is unknown."""


def verdict_in_words(conclusion: Conclusion) -> str:
    """``Very likely (92 of 100): config_error``. The confidence is 0 to 100, calibrated."""
    if conclusion.nothing_wrong:
        return "No trouble"
    if conclusion.category is Category.UNKNOWN:
        return "Unknown: the evidence does not decide"
    return f"{_likelihood(conclusion.confidence)} ({conclusion.confidence} of 100): {conclusion.category}"


def reading_in_words(confidence: int) -> str:
    """How likely another reading is: ``possible (30)``."""
    return f"{_likelihood(confidence).lower()} ({confidence})" if confidence >= _LIKELY else f"possible ({confidence})"


def _likelihood(confidence: int) -> str:
    if confidence >= _VERY_LIKELY:
        return "Very likely"
    return "Likely" if confidence >= _LIKELY else "Possible"
