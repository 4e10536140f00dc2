"""Keys that are names: of rows, caches, objects and queues. What stands behind them tells where something is kept."""

import base64
import binascii
import re

from casebook_analyzer.redaction.guess import is_hex_key, made_up, random_looking

_OF_DATA = re.compile(
    r"(?:partition|cache|idempotency|row|de-?dup\w*|sort|primary|object|s3|lookup|group|shard|search|hash|range|index"
    r"|foreign|unique|composite|message|event|issue|project|feature|flag|label|tag|annotation|translation|i18n|config|state"
    r"|lock|order|sharding|grouping|fingerprint|correlation|document|doc|item|entity|record|map|metric|series|job|task"
    r"|queue|site|restore|applicationserver|publishable|pub(?:lic)?)[ ._-]?\Z",
    re.IGNORECASE,
)
"""In front of ``key``: what it is the key of."""
_TELLS_APART = re.compile(
    r"(?:[\w.-]{0,60}?(?i:accessor|fingerprint|thumbprint|(?:key|cert|credential)[_-]?id)"
    r"|(?i:key|cert|certificate|access|credential|auth)[\w.-]{0,40}?(?:[_.-]?(?i:id|name|arn|version|type|serial)|Id|Name|Arn))"
    r"\\{0,3}[\"']?[ \t]{0,4}[=:]"
)
"""Such a name says which key, point or token is meant, and opens nothing."""
_OTHER_WORDS = re.compile(
    r"(?i:author(?!iz)|tokeniz|keyspace|keyboard|keyword|keyframe|passed|passage|certain|session[\w.-]{0,40}name|[\w.-]{0,40}(?:ciphertext|encrypted))"
)
"""They begin like the word for a secret, and are about something else."""
_BEFORE_A_KEY = 100
_PARTS = re.compile(r"[\s/.:,_-]+")
_TEXT = re.compile(r"[\w\s./:,@#{}\"'\[\]=+-]{3,2000}", re.ASCII)


def is_named(match: re.Match[str]) -> bool:
    """Whether a random text behind a word that may be that of a secret is the name of something."""
    key = match.group()
    if _TELLS_APART.match(key) or _OTHER_WORDS.match(key) or is_a_name_in_base64(match["secret"]):
        return True
    start = match.start()
    return key[:3].lower() == "key" and _OF_DATA.search(match.string, max(0, start - _BEFORE_A_KEY), start) is not None


def opens(value: str, text: str, key: int) -> bool:
    """Whether a value is random, and the word for a key, which stands at ``key``, is not that of data."""
    if _OF_DATA.search(text, max(0, key - _BEFORE_A_KEY), key) is not None:
        return False
    return is_hex_key(value) or random_looking(value)


def is_a_name_in_base64(text: str) -> bool:
    """``L3JlZ2lzdHJ5L3BvZHM=`` is ``/registry/pods``: stores of keys and values write keys so."""
    try:
        told = base64.b64decode(text, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return _TEXT.fullmatch(told) is not None and not any(map(made_up, _PARTS.split(told)))
