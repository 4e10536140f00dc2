"""What redaction would replace in a text, and where: for people who try it before they trust it."""

import msgspec
from typing_extensions import override

from casebook_analyzer.redaction.reasons import reason
from casebook_analyzer.redaction.redactor import MARKER, Redactor
from casebook_analyzer.redaction.sanitizer import cleaned
from casebook_analyzer.redaction_policy import RedactionPolicy


class FoundSecret(msgspec.Struct, frozen=True):
    """One secret that would be replaced."""

    line: int
    """Of the text as it was given, from 1: where the secret begins."""
    kind: str
    why: str
    """In words, and the setting that asks for it."""
    text: str
    """The line as it would be kept."""


class _Remembering(Redactor):
    """Knows how many lines each marker stands for."""

    def __init__(self, key: bytes, policy: RedactionPolicy) -> None:
        super().__init__(key, policy)
        self.lines: dict[str, int] = {}

    @override
    def mark(self, kind: str, secret: str) -> str:
        marker = super().mark(kind, secret)
        self.lines[marker] = secret.count("\n")
        return marker


def findings(text: str, key: bytes, policy: RedactionPolicy) -> list[FoundSecret]:
    """All that would be replaced, in the order of the text. Secrets themselves are not told."""
    redactor = _Remembering(key, policy)
    redacted = redactor.redact(cleaned(text))
    found: list[FoundSecret] = []
    number = 1
    for line in redacted.split("\n"):
        for marker in MARKER.finditer(line):
            kind = marker[0].split(":")[1]
            found.append(FoundSecret(number, kind, reason(kind, policy), line))
            number += redactor.lines.get(marker[0], 0)
        number += 1
    return found
