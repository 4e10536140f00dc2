"""The named parts of rows: what ``{KEY}`` or ``{GAP}`` in a row stands for, exactly and for the screen."""

import msgspec

from casebook_analyzer.redaction.grammar import (
    ANY_KEY,
    FIRST,
    FOREIGN_KEY,
    PASSWORD_KEY,
    SCREENED_ASSIGNMENT,
    SCREENED_FOREIGN,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
    SEPARATOR,
    SUFFIX,
    TOKEN_KEY,
    VALUE,
)

_GAP = r"[ \t]{1,4}"
_QUOTE = r"\\{0,3}[\"']"
_NO_DIGIT = r"[^\s\"'`()\[\]<>|=0-9]"
# Quotes and signs as URLs, HTML, JSON and C escape them.
_ESCAPED_QUOTE = r"(?:%22|%27|&quot;|&#3[49];|\\u0022|\\x22)"
_ESCAPED_SIGN = r"(?:%3[AaDd]|&#61;|\\u003[adAD]|\\x3[adAD])"


class RowPart(msgspec.Struct, frozen=True):
    """A part of a row, and what RE2 sees of it."""

    exact: str
    screen: str


PARTS = {
    "{KEY}": RowPart(rf"{ANY_KEY}(?i:{SUFFIX})", rf"(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})"),
    "{ANY_KEY}": RowPart(ANY_KEY, rf"(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})"),
    "{PASSWORD}": RowPart(PASSWORD_KEY, rf"(?i:{SCREENED_PASSWORD})"),
    "{TOKEN}": RowPart(TOKEN_KEY, rf"(?i:{SCREENED_TOKEN})"),
    "{FOREIGN}": RowPart(FOREIGN_KEY, SCREENED_FOREIGN),
    "{GAP}": RowPart(_GAP, r"[ \t]+"),
    "{QUOTE}": RowPart(_QUOTE, r"\\*[\"']"),
    "{SEP}": RowPart(SEPARATOR, SCREENED_ASSIGNMENT),
    "{VALUE}": RowPart(VALUE, FIRST),
    "{OPENS}": RowPart(r"(?:[bu]?\\{0,3}(?=[\"']))?[\"'`(\[<]?", r"[bu]?\\*[\"'`(\[<]?"),
    "{TOLD}": RowPart(
        r"(?P<secret>[^\s\"'`(\[<=|{][^\s\"'`()\[\]<>|=]{2,255}(?<![.,:;!?\\])={0,2}+)(?!=)",
        FIRST,
    ),
    "{TOLD_WITH_DIGITS}": RowPart(
        rf"(?P<secret>(?![=|{{]){_NO_DIGIT}{{0,60}}[0-9][^\s\"'`()\[\]<>|=]{{0,255}}(?<![.,:;!?\\])={{0,2}}+)(?!=)",
        r"[^\s0-9]*[0-9]",
    ),
    "{WORD}": RowPart(r"[ \t][\w@.'\"/*%-]{1,64}", r"[ \t][^\s]+"),
    "{ESCAPED_QUOTE}": RowPart(_ESCAPED_QUOTE, _ESCAPED_QUOTE),
    "{ESCAPED_SIGN}": RowPart(_ESCAPED_SIGN, _ESCAPED_SIGN),
}
"""What a row may name. A secret stands where the row has its group, or in a part that holds it."""
KEYS = frozenset({"{KEY}", "{ANY_KEY}", "{PASSWORD}", "{TOKEN}"})
ENDS_A_SCREEN = frozenset({"{SEP}", "{VALUE}", "{TOLD}", "{TOLD_WITH_DIGITS}"})
"""The parts that a secret stands in or directly behind."""
