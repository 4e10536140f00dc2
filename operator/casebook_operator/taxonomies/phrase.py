"""The words of a line that are the same in every occurrence, as a pattern that a person can read. Pure."""

import re
from collections.abc import Callable

from casebook_analyzer.classify.row_names import message_of
from casebook_analyzer.text import unwrapped

GAP = ".*?"
"""Stands where a name or a value was. RE2 takes linear time for it."""
_OPEN = "…"
LITERAL = 12
"""Characters that stand together and are no name and no value: fewer say too little."""
FEWEST, _PHRASES = 2, 3
"""Words of a phrase: one alone is who speaks, a name, a unit or a class of errors. And phrases of a pattern."""
_READ = 600
"""Characters of a row that are looked at: a pattern has no room for more."""
_MOST = 160
"""Characters of a pattern, after which a reader skips."""
_VALUES = re.compile(
    r"\b(?:msg|message|err|error|reason)=(?=[\"'])"
    r"|(?<![\w.-])[\w.-]{1,60}+=(?:\"[^\"\s]{0,200}\"|[^\s\"',;)]{1,200}+)"
    r"|\u2039redacted:[^\u203a]{1,60}\u203a"
    r"|(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}+://[^\s\"'<>]{1,300}+"
    r"|(?<![\w/.])(?:~|\.{1,2})?(?:/[\w.@%+:=~-]++){1,30}+/?"
    r"|\([\w./:-]{1,60}\)(?![\w(])|\"[^\"\s]{1,200}\"|'[^'\s]{1,200}'|`[^`\s]{1,200}`"
    r"|(?<![\w.+-])[\w.+-]{1,60}+@[\w-]{1,60}+(?:\.[\w-]{1,60}+){0,8}"
    r"|(?<![\w.-])[a-z][a-z0-9-]*+(?:\.[a-z0-9][a-z0-9-]*+)++:\d{1,5}\b"
    r"|(?<![\w.-])[a-z0-9-]++(?:\.[a-z0-9-]++){2,20}+(?![\w(])"
    r"|(?<![\w-])[\w-]++\.(?:svc|local|internal|example|com|org|net|io|dev)\b(?![(])"
)
"""Fields of logfmt, redacted parts, addresses, paths, words alone in brackets or quotes, mail addresses, hosts."""
_MASKED = re.compile(r"<[a-z-]{1,20}>")
_JOINED = re.compile(rf"(?<![\w#./-])[\w#./-]{{0,80}}+(?:{_OPEN}[\w#./-]{{0,80}}+)++")
"""What is written together with a value is a part of it, or its unit."""
_TOKEN = re.compile(r"[A-Za-z0-9_][\w.:/+%#-]*")
_DIGIT, _CODE = re.compile(r"\d"), re.compile(r"[A-Z]{1,8}-?\d{1,6}[A-Z]{0,4}|\d{2}[A-Z]\d{2}")
"""A code of an error, such as ``TS2307`` or ``42P01`` of PostgreSQL, stays: it says which one it is."""
_SPELT = frozenset({"x509", "ipv4", "ipv6", "utf8", "utf-8", "sha256", "http2", "oauth2", "i18n", "s3", "ec2", "k8s"})
"""Words with a digit that are no names."""
_TELLING = re.compile(r"(?:code|status|signal|errno|exited with|exit|Xid|XID)[ :=\"'(]{1,3}$", re.IGNORECASE)
"""Before a number that :mod:`~casebook_analyzer.text.masking` keeps."""
_GAPS = re.compile(rf"\s?(?:[\"'`\[({{{{<=]{{0,4}}{_OPEN}[\"'`\])}}}}>,;:]{{0,4}}\s?)++")
_RUN = re.compile(r"\s{2,}|\t|\s*⏎\s*")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_UNSPACED = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]{2}")
"""Of languages that are written without spaces."""
_META = re.compile(r"[\\.+*?()|\[\]{}^$]")


def pattern_of(row: str, masked: Callable[[str], str]) -> str:
    """An expression of RE2 for a row: its phrases in their order, anything where a value was; else empty.

    A row without a phrase of its own has none: it would match what has nothing to do with it. ``masked`` takes out what
    differs between two occurrences.
    """
    message = _RUN.sub(_OPEN, unwrapped(message_of(unwrapped(row.strip())))[:_READ])
    template = _MASKED.sub(_OPEN, masked(_VALUES.sub(_OPEN, message)))
    pieces = [piece.strip(" \"'`") for piece in _GAPS.split(_JOINED.sub(_OPEN, _TOKEN.sub(_kept, template)))]
    phrases = [piece for piece in pieces if _words(piece) >= FEWEST]
    kept = _shortened(phrases[:_PHRASES])
    return GAP.join(map(_literally, kept)) if max(map(len, kept), default=0) >= LITERAL else ""


def _words(piece: str) -> int:
    spaced = (word for word in piece.split() if _LETTERS.search(word) and not _UNSPACED.search(word))
    return len(_UNSPACED.findall(piece)) + sum(1 for _ in spaced)


def _literally(words: str) -> str:
    return _META.sub(r"\\\g<0>", words)


def _kept(token: re.Match[str]) -> str:
    word = token[0].rstrip(":.,")
    is_word = not _DIGIT.search(word) or word.casefold() in _SPELT or _CODE.fullmatch(word)
    if is_word or _TELLING.search(token.string, 0, token.start()):
        return token[0]
    return _OPEN + token[0][len(word) :]


def _shortened(pieces: list[str]) -> list[str]:
    """As many words as may be, from the beginning."""
    room, kept = _MOST, []
    for piece in pieces:
        short = piece if len(piece) <= room else piece[:room].rpartition(" ")[0]
        kept.append(short)
        room -= len(short)
        if short != piece or room <= LITERAL:
            break
    return kept
