"""Text of strangers inside markdown: whatever a log, a name or a message holds, it renders as itself."""

import re
import textwrap
from functools import lru_cache
from urllib.parse import quote

from casebook_analyzer.text.addresses import is_web_address
from casebook_analyzer.text.cleaning import clean_line

# A backslash makes any ASCII punctuation literal (CommonMark 6.1). Only what can start a construct gets one: the page
# is also read raw, in a terminal.
_INLINE = re.compile(r"[\\`*\[\]<|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=#?\w{1,32};)")
# GitHub and others turn bare addresses into links.
_AUTOLINK = re.compile(r"(?i)(\b(?:https?|ftp|mailto|xmpp|data|javascript|file))(:)|(\bwww)(\.)|(\w)(@)(?=\w)")
_STARTS_A_BLOCK = re.compile(r"^(?:([-+>#=])|(\d{1,9})([.)]))")
_BACKTICKS = re.compile(r"`+")

_OF_ADDRESSES = "%/:=&?~#+!$,;'@"
"""What stays in an address. Brackets, parentheses, pipes and backslashes would end the link or its cell."""

_SHORT = 200
"""Characters of a text whose answer is kept: headings, words of rules and what a storm repeats."""


def inline(text: str) -> str:
    """Literal text in a paragraph, a list item or a table cell. Nothing in it is a link, an image or a tag."""
    return _known(text) if len(text) <= _SHORT else _literal(text)


def _literal(text: str) -> str:
    text = _INLINE.sub(r"\\\g<0>", clean_line(text))
    text = _AUTOLINK.sub(_defuse, text)
    return _STARTS_A_BLOCK.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", text)


_known = lru_cache(maxsize=4096)(_literal)


def code(text: str) -> str:
    """A code span, also in a table cell, where a pipe would end the cell whatever stands around it."""
    text = clean_line(text).replace("|", "\u00a6")
    if not text:
        return ""
    fence = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def link(text: str, address: str) -> str:
    """Words that lead somewhere; the words alone where a browser cannot be sent there."""
    return f"[{inline(text)}]({quote(address, safe=_OF_ADDRESSES)})" if is_web_address(address) else inline(text)


def fenced(rows: list[str], *, language: str = "text", indent: int = 0) -> str:
    """A fenced block whose fence is longer than any run of backticks inside; ``indent`` puts it into a list item."""
    text = "\n".join(_keep_indent(line) for row in rows for line in row.split("\n"))
    fence = "`" * max(3, _longest_run(text) + 1)
    return textwrap.indent(f"{fence}{language}\n{text}\n{fence}", " " * indent, lambda _: True)


def _keep_indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))] + clean_line(line)


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _defuse(match: re.Match[str]) -> str:
    before, sign = (group for group in match.groups() if group is not None)
    return f"{before}\\{sign}"
