"""Replaces secrets by ``\u2039redacted:KIND:HASH\u203a``; equal secrets get equal hashes: similarity survives."""

import hashlib
import hmac
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from casebook_analyzer.redaction.accept import is_secret_of_a_field
from casebook_analyzer.redaction.grammar import SENSITIVE_KEY
from casebook_analyzer.redaction.key_tails import without_key_tails
from casebook_analyzer.redaction.manifests import secret_data
from casebook_analyzer.redaction.own_patterns import without_own
from casebook_analyzer.redaction.pattern import Pattern
from casebook_analyzer.redaction.patterns import PRIVATE_KEY
from casebook_analyzer.redaction.private_blocks import without_private_blocks
from casebook_analyzer.redaction.screens import Screens
from casebook_analyzer.redaction.selection import patterns_of
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy

MARKER = re.compile(r"(\u2039redacted:[a-z0-9-]+:[0-9a-f]{8}\u203a)")
_MARKER_BEGINS = "\u2039redacted:"
_ROUNDS = 8
"""Redacting uncovers at most a few more matches; text on which it does not settle by then is an attack."""
_NESTED = 16
"""Values within a value that are looked at. Each is read to its end, and in ``key=key=key=...`` all have the same;
where so many are no secret, the next is marked unseen."""
_SPANS = ("PRIVATE KEY", "OpenVPN Static key")
_PUBLIC_LABEL = r"(?:[A-Z0-9]{2,8} )?(?:CERTIFICATE(?: REQUEST)?|PUBLIC KEY(?: BLOCK)?)-----"
_PUBLIC = re.compile(
    rf"(-----BEGIN {_PUBLIC_LABEL}[\t\r ]{{0,4}}\n(?:[A-Z][a-z]{{1,20}}: [^\n]{{0,100}}\n){{0,4}}+"
    rf"(?:[ \t]{{0,40}}[A-Za-z0-9+/=]{{0,76}}[\t\r ]{{0,4}}\n){{1,200}}+[ \t]{{0,40}}-----END {_PUBLIC_LABEL})"
)
"""Not secret (RFC 7468), though its lines look like those of a key whose first line was cut away."""


class Redactor:
    """Replaces secrets by markers whose digest is keyed, so that nobody without the key can guess or compare them.

    ``key`` is the secret of one installation, of any length; ``policy`` says what goes beside secrets.
    """

    def __init__(self, key: bytes, policy: RedactionPolicy = SECRETS_AND_EMAILS) -> None:
        self._key = key
        self._patterns = patterns_of(policy)
        self._own = policy.patterns
        self._asks_names = policy.phones or policy.national_ids
        self._screen = _screen(self._patterns)

    def redact(self, text: str) -> str:
        """The text without secrets. Redacting twice changes nothing."""
        text = self._without_secrets(without_private_blocks(text, lambda block: self.mark("private", block)))
        for _ in range(_ROUNDS if self._own else 0):
            # Last, because a part of a secret that one of them took would leave the rest without what tells it.
            found = without_own(self._own, text, self.mark)
            if found == text:
                break
            text = self._without_secrets(found)
        return text

    def _without_secrets(self, text: str) -> str:
        whole = self._whole(text)
        if whole == text:
            # What was not there before its lines changed is not there afterwards: markers stand between what is left.
            return self._lines(text)
        for _ in range(_ROUNDS):
            lines = self._lines(whole)
            if lines == whole:
                break
            whole = self._whole(lines)
            if whole == lines:
                break
        return whole

    def redact_arguments(self, arguments: Iterable[str]) -> tuple[str, ...]:
        """Redact a command line, in which ``--password`` and its value may be two arguments."""
        redacted: list[str] = []
        value_is_secret = False
        for argument in arguments:
            redacted.append(self.mark("argument", argument) if value_is_secret else self.redact(argument))
            value_is_secret = argument.startswith("-") and "=" not in argument and bool(SENSITIVE_KEY.search(argument))
        return tuple(redacted)

    def redact_field(self, name: str, value: str) -> str:
        """Redact the value of a field. All of it is secret when ``name`` says so (``password``, ``api_key``)."""
        if SENSITIVE_KEY.search(name) and is_secret_of_a_field(value):
            return self.mark("field", value)
        if not self._asks_names:
            return self.redact(value)
        redacted = self.redact(f"{name}={value}")
        return redacted[len(name) + 1 :] if redacted.startswith(f"{name}=") else self.redact(value)

    def mark(self, kind: str, secret: str) -> str:
        """The marker that replaces a secret: its kind, and 8 hexadecimal digits of its HMAC-SHA-256."""
        if not secret or MARKER.fullmatch(secret):
            return secret
        digest = hmac.new(self._key, _bytes(secret), hashlib.sha256).hexdigest()
        return f"{_MARKER_BEGINS}{kind}:{digest[:8]}\u203a"

    def _whole(self, text: str) -> str:
        if _SPANS[0] in text or _SPANS[1] in text:
            text = self._apply(PRIVATE_KEY, text)
            text = without_key_tails(text, lambda key: self.mark(PRIVATE_KEY.kind, key))
        return secret_data(text, lambda value: self.mark("kubernetes-secret", value))

    def _lines(self, text: str) -> str:
        if "-----END " not in text:
            return self._searched(text)
        return _between(_PUBLIC, text, self._searched)

    def _searched(self, text: str) -> str:
        """Step by step for all of the text: each step's automata stay in the processor's cache while it lasts."""
        data = _bytes(text)
        regions = self._screen.regions(data)
        if not regions:
            return text
        suspect = [_text(data[start:end]) for start, end, _ in regions]
        changed = self._without_suspects(suspect, {i: patterns for i, (_, _, patterns) in enumerate(regions)})
        pieces: list[str] = []
        position = 0
        for number in sorted(changed):
            start, end, _ = regions[number]
            pieces += _text(data[position:start]), suspect[number]
            position = end
        return "".join((*pieces, _text(data[position:]))) if pieces else text

    def _without_suspects(self, texts: list[str], possible: Mapping[int, Sequence[int]]) -> set[int]:
        """Takes out of ``texts`` what the ``possible`` patterns of each find, and tells which have changed."""
        ever: set[int] = set()
        for _ in range(_ROUNDS):
            changed: set[int] = set()
            for index, numbers in sorted(_by_pattern(possible).items()):
                pattern = self._patterns[index]
                for number in numbers:
                    found = self._apply(pattern, texts[number])
                    if found != texts[number]:
                        texts[number] = found
                        changed.add(number)
            if not changed:
                break
            ever |= changed
            possible = {number: self._screen.possible(_bytes(texts[number])) for number in sorted(changed)}
        return ever

    def _apply(self, pattern: Pattern, text: str) -> str:
        if _MARKER_BEGINS not in text:
            return self._sub(pattern, text)
        return _between(MARKER, text, lambda piece: self._sub(pattern, piece))

    def _sub(self, pattern: Pattern, text: str) -> str:
        search = pattern.regex.search
        match = search(text)
        if match is None:
            return text
        accepts = pattern.accepts
        pieces: list[str] = []
        done = position = around = nested = 0
        while match is not None:
            (start, end), begin = match.span("secret"), match.start()
            nested, around = (nested + 1, around) if begin < around else (0, end)
            if start < end and (nested > _NESTED or accepts(match)):
                pieces += text[done:start], self.mark(pattern.kind, match["secret"])
                done = position = end
            else:
                position = max(start, begin + 1)  # a secret may stand in what is none as a whole
            match = search(text, position)
        return "".join((*pieces, text[done:])) if pieces else text


def _between(kept: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    """Change what stands between matches of ``kept``, which is one group: every second piece is such a match."""
    return "".join(piece if i % 2 else change(piece) for i, piece in enumerate(kept.split(text)))


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _text(data: bytes) -> str:
    return data.decode(errors="surrogatepass")


def _by_pattern(possible: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    """Pattern by pattern, the texts in which it may be."""
    texts: dict[int, list[int]] = defaultdict(list)
    for number, patterns in possible.items():
        for pattern in patterns:
            texts[pattern].append(number)
    return texts


@lru_cache(maxsize=4)
def _screen(patterns: tuple[Pattern, ...]) -> Screens:
    return Screens(patterns)
