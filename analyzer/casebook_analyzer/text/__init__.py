"""Text that others wrote: bounded, and reduced to what stays the same between two occurrences."""

from casebook_analyzer.text.cleaning import LINE_BREAK, LINE_LIMIT, bound, decode
from casebook_analyzer.text.masking import mask
from casebook_analyzer.text.own_names import without_names
from casebook_analyzer.text.pattern_screen import PatternScreen
from casebook_analyzer.text.patterns import Pattern, PatternError, compiled
from casebook_analyzer.text.places import place_in
from casebook_analyzer.text.rows import telling_row, without_middle
from casebook_analyzer.text.shortening import at_word, whole_sentences
from casebook_analyzer.text.wrappers import unwrapped

__all__ = [
    "LINE_BREAK",
    "LINE_LIMIT",
    "Pattern",
    "PatternError",
    "PatternScreen",
    "at_word",
    "bound",
    "compiled",
    "decode",
    "mask",
    "place_in",
    "telling_row",
    "unwrapped",
    "whole_sentences",
    "without_middle",
    "without_names",
]
