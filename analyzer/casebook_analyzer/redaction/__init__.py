"""The one place where secrets are taken out of text, before it is stored, embedded, rendered or logged."""

from casebook_analyzer.redaction.findings import FoundSecret, findings
from casebook_analyzer.redaction.private_blocks import private_blocks_in_lines
from casebook_analyzer.redaction.sanitizer import READ_LIMIT, Sanitizer

__all__ = ["READ_LIMIT", "FoundSecret", "Sanitizer", "findings", "private_blocks_in_lines"]
