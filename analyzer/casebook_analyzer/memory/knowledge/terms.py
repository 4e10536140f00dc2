"""Prose to terms: words without their endings, and what they mean in a cluster.

A runbook says "the container keeps restarting", an alert ``KubePodCrashLooping``, and Kubernetes ``CrashLoopBackOff``.
Words of reports are compared as they are (:mod:`casebook_analyzer.memory.encoding.tokens`), for they come from
programs; those of people are declined, and have synonyms. The same function reads documents and questions.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from casebook_analyzer.memory.encoding.tokens import tokenize

_WORD = re.compile(r"[a-z]{4,}")
_VOWEL = re.compile(r"[aeiouy]")
_IDENTIFIER = re.compile(r"[A-Za-z0-9][\w./-]{2,252}")
_CANNOT = re.compile(r"\bcan(?:['\u2019]t| not)\b", re.IGNORECASE)
_NOT = re.compile(r"n['\u2019]t\b", re.IGNORECASE)
"""*Isn't* is *is not*: people shorten what a concept is known by."""

_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_SHORTEST = 3
"""Letters that are left of a word whose ending is taken."""

_MOST_NAMES = 200
"""Identifiers of a question."""


class Concept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words and phrases for one thing."""

    concept: str
    source: str
    words: tuple[str, ...]


def terms(text: str) -> list[str]:
    """Terms of prose in order, with repetitions. What stands for a concept is there as words and as the concept."""
    words = [stem(word) for word in tokenize(_NOT.sub(" not", _CANNOT.sub("cannot", text)))]
    return [*words, *_concepts(words)]


def identifiers(text: str) -> list[str]:
    """What may be the name of an alert, a rule or an object in a text, as names are compared."""
    found = dict.fromkeys(name.rstrip(".-/").lower() for name in _IDENTIFIER.findall(text[:20_000]))
    return list(found)[:_MOST_NAMES]


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word of English without plural, ``-ed``, ``-ing`` and a last ``e``; anything else as it is.

    The first two steps of Porter's algorithm ("An algorithm for suffix stripping", 1980), which take the endings of
    grammar and leave those that make another word: a *scheduler* is not what is *scheduled*.
    """
    if not _WORD.fullmatch(word):
        return word
    return _final(_verb(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > len("ties") else word[:-1]
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _verb(word: str) -> str:
    for ending in ("ing", "ed"):
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST and _VOWEL.search(left):
            return left[:-1] if _DOUBLED.search(left) else left
    return word


def _final(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST else word


def _concepts(words: Sequence[str]) -> Iterator[str]:
    """The concepts that the words name: phrases are looked up by their first word."""
    phrases = _phrases()
    for at, word in enumerate(words):
        for phrase, concept in phrases.get(word, ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield concept


@cache
def _phrases() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Each phrase as stems, with a concept that it stands for, by the first of the stems."""
    found: dict[str, dict[tuple[tuple[str, ...], str], None]] = {}
    for one in concepts():
        for words in one.words:
            phrase = tuple(stem(word) for word in words.lower().split())
            found.setdefault(phrase[0], {})[phrase, f"={one.concept}"] = None
    return {first: tuple(phrases) for first, phrases in found.items()}


@cache
def concepts() -> tuple[Concept, ...]:
    """What ``data/concepts.yaml`` says."""
    raw = files(__package__).joinpath("data/concepts.yaml").read_bytes()
    return tuple(msgspec.yaml.decode(raw, type=list[Concept]))
