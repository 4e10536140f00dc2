"""Text that others wrote: made safe to print, and reduced to what stays the same between two occurrences."""

from casebook_analyzer.text.masking import mask
from casebook_analyzer.text.own_names import without_names
from casebook_analyzer.text.patterns import Pattern, PatternError, compiled
from casebook_analyzer.text.sanitize import LINE_BREAK, LINE_LIMIT, bound, clean_line, decode
from casebook_analyzer.text.screen import Screen

__all__ = [
    "LINE_BREAK",
    "LINE_LIMIT",
    "Pattern",
    "PatternError",
    "Screen",
    "bound",
    "clean_line",
    "compiled",
    "decode",
    "mask",
    "without_names",
]
