"""Replaces secrets by ``\u2039redacted:KIND:HASH\u203a``; equal secrets get equal hashes: similarity survives."""

import hashlib
import hmac
import re
from collections.abc import Iterable

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.manifests import secret_data
from casebook_analyzer.redaction.patterns import PATTERNS, SENSITIVE_KEY, Pattern

_MARKER = re.compile(r"(\u2039redacted:[a-z0-9-]+:[0-9a-f]{8}\u203a)")
_MARKER_BEGINS = "\u2039redacted:"
_ROUNDS = 8
"""Redacting uncovers at most a few more matches; text on which it does not settle by then is an attack."""
_BY_KEYWORD = tuple((keyword, index) for index, pattern in enumerate(PATTERNS) for keyword in pattern.keywords)


class Redactor:
    """Redacts with the key of one installation: digests cannot be compared, or guessed, across installations."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def redact(self, text: str) -> str:
        """The text without secrets. Redacting twice changes nothing."""
        for _ in range(_ROUNDS):
            redacted = self._round(text)
            if redacted == text:
                break
            text = redacted
        return text

    def redact_arguments(self, arguments: Iterable[str]) -> tuple[str, ...]:
        """A command line as a list, where ``--password`` and its value are neighbours and not one text."""
        redacted: list[str] = []
        value_is_secret = False
        for argument in arguments:
            redacted.append(self.mark("argument", argument) if value_is_secret else self.redact(argument))
            value_is_secret = argument.startswith("-") and "=" not in argument and bool(SENSITIVE_KEY.search(argument))
        return tuple(redacted)

    def redact_field(self, name: str, value: str) -> str:
        """A value whose name stands elsewhere: all of it is secret when the name says so."""
        return self.mark("field", value) if SENSITIVE_KEY.search(name) and accept.secret(value) else self.redact(value)

    def mark(self, kind: str, secret: str) -> str:
        """What stands in the place of a secret."""
        if not secret or _MARKER.fullmatch(secret):
            return secret
        digest = hmac.new(self._key, secret.encode(errors="surrogatepass"), hashlib.sha256).hexdigest()
        return f"{_MARKER_BEGINS}{kind}:{digest[:8]}\u203a"

    def _round(self, text: str) -> str:
        lower = text.lower()
        wanted = sorted({index for keyword, index in _BY_KEYWORD if keyword in lower})
        if "secret" in lower and "kind" in lower:
            text = secret_data(text, lambda value: self.mark("kubernetes-secret", value))
        for index in wanted:
            text = self._apply(PATTERNS[index], text)
        return text

    def _apply(self, pattern: Pattern, text: str) -> str:
        def replace(match: re.Match[str]) -> str:
            secret = match.group("secret")
            if not pattern.accepts(secret):
                return match.group()
            start, end = match.span("secret")
            start, end = start - match.start(), end - match.start()
            whole = match.group()
            return whole[:start] + self.mark(pattern.kind, secret) + whole[end:]

        if _MARKER_BEGINS not in text:
            return pattern.regex.sub(replace, text)
        pieces = _MARKER.split(text)  # every second piece is a marker
        return "".join(piece if i % 2 else pattern.regex.sub(replace, piece) for i, piece in enumerate(pieces))
