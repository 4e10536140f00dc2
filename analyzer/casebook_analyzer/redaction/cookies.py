"""Whether the pairs of a Cookie header say who somebody is, or only how a page looks to him."""

import re

from casebook_analyzer.redaction.references import is_reference

_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment"})
"""Of RFC 6265 (5.2) and its successors: what a browser is told of a cookie."""
_OF_SOMEBODY = re.compile(
    r"sess|sid|auth|token|jwt|user|login|remember|csrf|xsrf|ticket|sso|key|secret|pass|id$", re.IGNORECASE
)
_TAKEN_BACK = frozenset({"deleted", "delete", "expired", "invalid", "null", "none", '""'})
"""Instead of a value, where a server makes a browser forget a cookie."""
_PLAIN = re.compile(r"[A-Za-z]{1,20}|\d{1,4}|[a-z]{2}[_-][A-Z]{2}|[A-Za-z]{0,20}/[\w/-]{0,80}")
"""A word, a number, a language, a path, a time zone."""
_COUNTED = re.compile(r"[A-Za-z]{0,4}\d{0,16}(?:\.\d{1,16}){2,12}")
"""When somebody came first, last and how often, as those who count visitors write it: ``GA1.2.4198.2546``."""


def of_somebody(match: re.Match[str]) -> bool:
    """``sid=...`` is of somebody, ``theme=dark; Path=/`` is not."""
    return any(_is_of_somebody(*pair.strip().partition("=")[::2]) for pair in match["secret"].split(";"))


def _is_of_somebody(name: str, value: str) -> bool:
    if name.lower() in _ATTRIBUTES or value.lower() in _TAKEN_BACK:
        return False
    if is_reference(value) or _COUNTED.fullmatch(value):
        return False
    return _OF_SOMEBODY.search(name) is not None or _PLAIN.fullmatch(value) is None
