"""Text that others wrote: bounded, and reduced to what stays the same between two occurrences."""

from casebook_analyzer.text.announcements import MOST_ANNOUNCED, announces, begins_a_record, depth_of, is_announced
from casebook_analyzer.text.cleaning import LINE_BREAK, LINE_LIMIT, bound, decode
from casebook_analyzer.text.frames import is_frame
from casebook_analyzer.text.masking import mask
from casebook_analyzer.text.messages import below, innermost_cause, is_cause, is_quoted_code, item_at, words_at
from casebook_analyzer.text.mounted_files import as_mounted
from casebook_analyzer.text.own_names import without_names
from casebook_analyzer.text.pattern_screen import PatternScreen
from casebook_analyzer.text.patterns import Pattern, PatternError, compiled
from casebook_analyzer.text.places import CodePlace, place_in
from casebook_analyzer.text.quantities import counted
from casebook_analyzer.text.rows import first_cause, telling_row, without_middle
from casebook_analyzer.text.shortening import at_word, whole_sentences
from casebook_analyzer.text.wrappers import unwrapped

__all__ = [
    "LINE_BREAK",
    "LINE_LIMIT",
    "MOST_ANNOUNCED",
    "CodePlace",
    "Pattern",
    "PatternError",
    "PatternScreen",
    "announces",
    "as_mounted",
    "at_word",
    "begins_a_record",
    "below",
    "bound",
    "compiled",
    "counted",
    "decode",
    "depth_of",
    "first_cause",
    "innermost_cause",
    "is_announced",
    "is_cause",
    "is_frame",
    "is_quoted_code",
    "item_at",
    "mask",
    "place_in",
    "telling_row",
    "unwrapped",
    "whole_sentences",
    "without_middle",
    "without_names",
    "words_at",
]
