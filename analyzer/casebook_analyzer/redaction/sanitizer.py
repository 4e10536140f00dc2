"""The one way in for texts that strangers wrote: cut, then cleaned, then redacted.

The order matters. What is cut first costs no time, however long it is. What is cleaned before it is redacted cannot
hide a secret behind a character that nobody sees: ``pass\u200bword=X`` is no password to a pattern, and is one to a
reader as soon as the invisible character is gone.
"""

from collections.abc import Iterable

from casebook_analyzer.redaction.harmless import LONGEST, harmless_by
from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.text.cleaning import LINE_BREAK, LINE_LIMIT, clean_line, clean_lines

READ_LIMIT = 16_384
"""Characters of a text that are searched for secrets: a kubelet splits lines of a log there. What is kept of a line is
shorter, so that half of a secret is not what is left of it."""
_NAME_LIMIT = 512
"""Characters of a field's name. Kubernetes allows 317 (a prefix of 253, a slash and a name of 63)."""


class Sanitizer:
    """Cuts, cleans and redacts. Equal secrets become equal markers wherever the key is the same.

    ``key`` is the secret of one installation, of any length. The policy has no default: whoever takes texts in asks
    the settings for it.
    """

    def __init__(self, key: bytes, policy: RedactionPolicy) -> None:
        self._redactor = Redactor(key, policy)
        self._harmless = harmless_by(policy)

    def line(self, text: str, limit: int = LINE_LIMIT, *, field: str = "") -> str:
        """The text as one line of at most ``limit`` characters. All of it is a secret when the ``field`` says so."""
        if limit >= LONGEST and self._harmless.knows(field, text):
            return text
        # Patterns that reach over several lines need the lines.
        lines = clean_line(text, READ_LIMIT).replace(LINE_BREAK, "\n")
        line = clean_line(self._redacted(lines, field), limit)
        if line == text:
            self._harmless.add(field, text)
        return line

    def lines(self, text: str, limit: int = READ_LIMIT, *, field: str = "") -> str:
        """The text with its line breaks. Of more than ``limit`` characters the first are kept."""
        return self._redacted(clean_lines(text, limit), field)

    def arguments(self, arguments: Iterable[str]) -> tuple[str, ...]:
        """A command line, in which ``--password`` and its value may be two arguments."""
        return self._redactor.redact_arguments(clean_lines(argument, READ_LIMIT) for argument in arguments)

    def mark(self, kind: str, secret: str) -> str:
        """The marker of what is known to be a secret."""
        return self._redactor.mark(kind, secret)

    def _redacted(self, text: str, field: str) -> str:
        if not field:
            return self._redactor.redact(text)
        return self._redactor.redact_field(clean_line(field, _NAME_LIMIT), text)


def cleaned(text: str) -> str:
    """A file that its owner has on a terminal, as it is searched for secrets: cleaned, and not cut."""
    return clean_lines(text, len(text))
