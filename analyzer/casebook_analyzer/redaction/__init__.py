"""The one place where secrets are taken out of text, before it is stored, embedded, rendered or logged."""

from casebook_analyzer.redaction.redactor import Redactor

__all__ = ["Redactor"]
