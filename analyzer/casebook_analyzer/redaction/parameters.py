"""Rows for values that a program gives with a statement: they stand before it or behind it, and not in it."""

import re

from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

_TEXT = re.compile(r"'([^'\n]{1,400})'|\"([^\"\n]{1,400})\"")
_HIDDEN = re.compile(r"\?|[*]{2,20}|\[?(?i:redacted|filtered|hidden|masked)\]?")
_IS_GIVEN = r"""{KEY} (?![\w.-]) ["'`)\]\\]{0,4} [ ]?=[ ]? (?: [$:@%]\(?\w | \? )"""
_SEEN = r"(?:{KEY})[\"'`)\]\\]*[ ]?=[ ]?[$:@%?]"
_VALUES = r"""(?>
    [^\n]{0,200}? (?: \n [^\n]{0,100}? )?
    (?: \b(?i:parameters|params|args|bindings|binds) [ ]{0,2} [:=] | \[(?:generated|cached|no[ ]key|raw)[^\]\n]{0,40}\]
    | ; (?=[ ][\["']) ) )
    [ ]{0,2} (?P<secret> [^\n]{0,200}? ["'][^\n]{1,1000} )"""
"""What says that values follow, once, in the line of the statement or in the next one."""
_SEEN_VALUES = r"[^\n]*\n?[^\n]*"


def _has_a_text(match: re.Match[str]) -> bool:
    """Whether one of the values is a text, and not hidden."""
    return any(_HIDDEN.fullmatch(one or other) is None for one, other in _TEXT.findall(match["secret"]))


PARAMETERS = (
    # Entity Framework Core: the values come first.
    row(
        "password",
        r"""\[Parameters=\[ (?P<secret> [^\n\[\]]{1,2000} ) \] (?> [^\n]{0,200}? (?: \n [^\n]{0,200}? )?
        {KEY} (?![\w.-]) ["'`\]]{0,2} (?: [ ]?=[ ]?@ | [,)] ) )""",
        "[Parameters=[\u27e6@p0='shop', @p1='Mango-Teller'\u27e7], CommandText='UPDATE u SET password=@p1']",
        "[Parameters=[\u27e6@p0='Mango-Teller'\u27e7], CommandTimeout='30']\nINSERT INTO [u] ([Password]) VALUES (@p0)",
        accepts=_has_a_text,
        screen=r"\[Parameters=\[[^\n]+\n?[^\n]*(?:{KEY})",
        prefilters=(r"\[Parameters=\[",),
    ),
    # PostgreSQL, SQLAlchemy, Django, TypeORM, Sequelize.
    row(
        "password",
        _IS_GIVEN + _VALUES,
        'UPDATE u SET "password" = $1 WHERE id = $2 -- PARAMETERS: \u27e6["Mango-Teller",17]\u27e7',
        "UPDATE u SET password=? WHERE id = ?\n[generated in 0.1s] \u27e6('Mango-Teller', 5)\u27e7",
        accepts=_has_a_text,
        screen=_SEEN + _SEEN_VALUES,
        prefilters=(NAMES_A_SECRET,),
    ),
    row(
        "password",
        r"""(?i: \binsert {GAP} into ) [ \t] [^()\n]{1,128} \( [^()\n]{0,200}? {ANY_KEY} (?![\w-]) [^()\n]{0,200} \)
        \s{0,4} (?i:values) \s{0,4} \( [ ]? (?=[$:@%?]) """
        + _VALUES,
        'INSERT INTO "t" ("id","api_token") VALUES ($1,$2); \u27e6["mo", "Mango-Teller"]\u27e7',
        accepts=_has_a_text,
        screen=r"(?i:\binsert[ \t]+into)[ \t][^()\n]+\([^()\n]*(?:{ANY_KEY})[^()\n]*\)\s*(?i:values)\s*\([ ]?"
        + _SEEN_VALUES,
        prefilters=(r"(?i:\binsert[ \t]+into)[ \t]",),
    ),
)
"""All values of a statement go, as which of them is the secret would need a parser of each dialect."""
