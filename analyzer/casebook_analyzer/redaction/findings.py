"""What redaction would replace in a text, and where: for people who try it before they trust it."""

import msgspec
from typing_extensions import override

from casebook_analyzer.redaction.redactor import MARKER, Redactor
from casebook_analyzer.redaction.sanitizer import cleaned


class FoundSecret(msgspec.Struct, frozen=True):
    """One secret that would be replaced."""

    line: int
    """Of the text as it was given, from 1: where the secret begins."""
    kind: str
    text: str
    """The line as it would be kept."""


class _Remembering(Redactor):
    """Knows how many lines each marker stands for."""

    def __init__(self, key: bytes, *, addresses: bool) -> None:
        super().__init__(key, addresses=addresses)
        self.lines: dict[str, int] = {}

    @override
    def mark(self, kind: str, secret: str) -> str:
        marker = super().mark(kind, secret)
        self.lines[marker] = secret.count("\n")
        return marker


def findings(text: str, key: bytes, *, addresses: bool = False) -> list[FoundSecret]:
    """All that would be replaced, in the order of the text. Secrets themselves are not told."""
    redactor = _Remembering(key, addresses=addresses)
    redacted = redactor.redact(cleaned(text))
    found: list[FoundSecret] = []
    number = 1
    for line in redacted.split("\n"):
        for marker in MARKER.finditer(line):
            found.append(FoundSecret(number, marker[0].split(":")[1], line))
            number += redactor.lines.get(marker[0], 0)
        number += 1
    return found
