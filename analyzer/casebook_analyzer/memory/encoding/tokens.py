"""Text to terms for the lexical retriever: the same function at index and at query time.

An identifier counts whole *and* in parts (``DATABASE_URL`` is ``database_url``, ``database`` and ``url``), because one
incident names the variable and the next one only the database. What differs between two pods of one failure (UIDs,
addresses, times, generated names) is masked first: it would make equal failures look different. Other numbers are
terms: a version, a port or an issue's number is often all that two reports share (nDCG@10 on Hadoop duplicates 0.74
with them, 0.70 without).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from casebook_analyzer.text.masking import mask_identifiers

_MAX_LENGTH = 64
"""Characters. Longer runs are encoded blobs, which no second incident will ever share."""

_SHORT_LINE = 300
"""Characters of a line whose words are kept."""

_PLACEHOLDER = re.compile(r"<[a-z0-9_*-]+>")
_EXIT_CODE = re.compile(r"""\bexit(?:ed)?(?:[ _-]?(?:with|code|status))*["'\s:=(]{1,3}(\d{1,3})\b""", re.IGNORECASE)
_XID = re.compile(r"\b(s?xid)\b(?:\s*\(PCI:[^()]{0,40}\))?[\s:=]{1,3}(\d{1,5})\b", re.IGNORECASE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_IDENTIFIER = re.compile(r"\w+(?:[.\-/:@]+\w+)*")
_SEGMENT = re.compile(r"\w+")
_SUBWORD_BORDER = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_STOP_WORDS = frozenset((
    "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "in", "is", "it", "its", "of", "on", "or", "that",
    "the", "this", "to", "was", "were", "will", "with",
))  # fmt: skip
"""Only words without meaning in any log line. Frequent but telling ones (``not``, ``failed``) are left to the IDF."""


def tokenize(text: str) -> list[str]:
    """Terms of a text in order, with repetitions: BM25 counts them."""
    terms = list(_codes(text))
    for line in text.splitlines():
        terms.extend(_known_words(line) if len(line) <= _SHORT_LINE else _words(line))
    return terms


@lru_cache(maxsize=4096)
def terms_of_line(line: str) -> frozenset[str]:
    """The terms of one line, kept: a storm asks for the same few lines again and again, and reports are much alike."""
    return frozenset(tokenize(line))


def _codes(text: str) -> Iterator[str]:
    """Exit codes and Xids, read before masking takes the numbers away: among numbers these two identify a failure."""
    for match in _EXIT_CODE.finditer(text):
        yield f"exit:{match[1]}"
    for match in _XID.finditer(text):
        yield f"{match[1].lower()}:{match[2]}"


def _words(line: str) -> tuple[str, ...]:
    line = _PLACEHOLDER.sub(" ", mask_identifiers(line))
    words = [] if line.isascii() else [pair for match in _CJK.finditer(line) for pair in _bigrams(match[0])]
    for match in _IDENTIFIER.finditer(line if line.isascii() else _CJK.sub(" ", line)):
        words += _forms(match[0])
    return tuple(words)


_known_words = lru_cache(maxsize=4096)(_words)
"""Most lines of a report are the same for every case of a storm, or for every case of a rule."""


def _bigrams(run: str) -> Iterator[str]:
    """Scripts without spaces: every pair of neighbours, so that a word is found inside an unsegmented sentence."""
    if len(run) == 1:
        yield run
    for first, second in pairwise(run):
        yield first + second


def _forms(identifier: str) -> tuple[str, ...]:
    """The identifier, its segments and their subwords, each once."""
    return _known_forms(identifier) if len(identifier) <= _MAX_LENGTH else _parts(identifier)


def _parts(identifier: str) -> tuple[str, ...]:
    segments = _SEGMENT.findall(identifier)
    subwords = [part for segment in segments for part in _SUBWORD_BORDER.split(segment)]
    forms = dict.fromkeys(part.lower() for part in (identifier, *segments, *subwords))
    return tuple(form for form in forms if 1 < len(form) <= _MAX_LENGTH and form not in _STOP_WORDS)


_known_forms = lru_cache(maxsize=8192)(_parts)
"""Reports and logs consist of the same few thousand words."""
