"""The one place where secrets are taken out of text, before it is stored, embedded, rendered or logged."""

from casebook_analyzer.redaction.findings import FoundSecret, findings
from casebook_analyzer.redaction.private_blocks import private_blocks_in_lines
from casebook_analyzer.redaction.sanitizer import READ_LIMIT, Sanitizer
from casebook_analyzer.redaction.uncertain import cut_uncertain

__all__ = ["READ_LIMIT", "FoundSecret", "Sanitizer", "cut_uncertain", "findings", "private_blocks_in_lines"]
