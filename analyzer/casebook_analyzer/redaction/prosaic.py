"""Whether what stands behind a name of a secret goes on as a sentence does: no value, then, but what is said of one."""

import re

_VERBS = "is|are|was|were|be|been|has|have|had|must|should|can|cannot|may|will|does|do|did|not"
_JOINS = (
    "no|the|an?|to|of|in|on|for|with|by|from|at|as|or|and|if|when|than|that|this|your|its|instead|since|ago|via|below"
    "|above|only|twice|again"
)
"""Of the closed classes of English: what no list of plain names has in it."""
_WORD = r"[A-Za-z][a-z']{0,20}(?:-[a-z]{2,20})?|[A-Z]{2,8}|\d{1,6}(?:ms|s|m|h|d)?"
_ENDS = r"(?=[\s.,;:)\]]|$)"
_GOES_ON = re.compile(rf"(?:[ ](?:{_WORD})){{0,5}}?[ ](?:{_VERBS}|{_JOINS}){_ENDS}")
_GOES_ON_AFTER_ONE = re.compile(
    rf"[ ](?:{_VERBS}|the|an?|this|that|your|its){_ENDS}"
    rf"|(?:[ ](?!(?:{_JOINS})[ ])(?:{_WORD})){{1,5}}?[ ](?:{_VERBS}|{_JOINS}){_ENDS}"
)
_ANOTHER = re.compile(r"[ \t]\w[\w'/.-]{0,40}(?=[\s,;)]|$)")
_SENTENCE = re.compile(rf"[A-Z][A-Za-z'-]{{1,20}}(?: [\w'`-]{{1,30}}){{0,8}}? (?:{_VERBS}) [\w' `,()-]{{3,200}}[.!]?")
_DESCRIPTION = re.compile(
    rf"(?:[Aa]n?|[Tt]he|[Ww]h(?:at|ich|ether|en)|[Hh]ow)(?: [\w'`,-]{{1,30}}){{1,12}}? (?:{_VERBS}|{_JOINS})"
    r" [\w' `,()-]{2,200}[.!]?"
)
_PLAIN = re.compile(r"[A-Za-z][a-z]{1,15}|[A-Z]{2,6}")
_SAID_BEHIND = """
arg args flag flags option options argument arguments parameter parameters param params switch value values string
strings stringarray stringslice below above instead twice again wins
"""
_OF_OPTIONS = frozenset(_SAID_BEHIND.split())
"""What a manual says behind the name of an option."""
_PUNCTUATION = ".,:;!?)]"
_METAVARIABLE = re.compile(r"[A-Z][A-Z_]{1,30}(?=[ \t]{2,}\S)")
_PAIR = re.compile(r"[A-Z]{2,12}=[a-z]+\b")
_OPTIONAL = re.compile(r"[A-Za-z_]{1,30}(?=\])")
_SENTENCE_ENDS = re.compile(r"[a-z]{2,12}\.(?=\s|$)")


def goes_on(text: str, end: int) -> bool:
    """``last changed 41 days ago``, from the end of its first word: soon one comes that only sentences have."""
    return _GOES_ON.match(text, end) is not None


def is_explained(text: str, end: int) -> bool:
    """The same where a password may be a plain word: ``mango for user shop`` is none of these."""
    return _GOES_ON_AFTER_ONE.match(text, end) is not None


def is_sentence(value: str) -> bool:
    """``Password must contain an uppercase letter``: four words and more, with a verb that no passphrase is made of."""
    return _SENTENCE.fullmatch(value) is not None or _DESCRIPTION.fullmatch(value) is not None


def is_plain(value: str) -> bool:
    """A word of letters, as sentences and no generators have them."""
    return _PLAIN.fullmatch(value) is not None


def another_follows(text: str, end: int) -> bool:
    """``audience mismatch``, from the end of its first word."""
    return _ANOTHER.match(text, end) is not None


def is_said_of_an_option(match: re.Match[str]) -> bool:
    """``the --token flag``, ``[--password PASSWORD]``, ``--token twice to rotate``: what manuals say of an option."""
    text, (start, end) = match.string, match.span("secret")
    value = match["secret"].rstrip(_PUNCTUATION)
    if (
        value.lower() in _OF_OPTIONS
        or _METAVARIABLE.match(text, start)
        or _PAIR.match(text, start)
        or _SENTENCE_ENDS.match(text, start)
    ):
        return True
    if text[match.start() - 1 : match.start()] == "[" and _OPTIONAL.match(text, start):
        return True
    return text[start - 1] == " " and is_plain(value) and value == match["secret"] and goes_on(text, end)
