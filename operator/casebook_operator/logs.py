"""Casebook's own log: structlog over the standard library, so that Kopf's lines take the same road."""

import logging
import secrets
import sys
from typing import Any

import structlog

from casebook_analyzer.redaction import Redactor

_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


class _Redaction:
    """Takes secrets out of every line: errors of the API server and of libraries quote what they were given."""

    def __init__(self) -> None:
        self.redactor = Redactor(secrets.token_bytes(32))

    def __call__(self, _logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        return {name: self._clean(name, value) for name, value in event.items()}

    def _clean(self, name: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.redactor.redact_field(name, value)
        if isinstance(value, dict):
            return {key: self._clean(str(key), item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean(name, item) for item in value]
        return value if value is None or isinstance(value, int | float) else self.redactor.redact(str(value))


_redaction = _Redaction()


def redact_with(redactor: Redactor) -> None:
    """From now on, a secret has the same pseudonym in the log as in evidence. Before, it has one of this process."""
    _redaction.redactor = redactor


def configure(level: str, style: str) -> None:
    """Send everything to standard error. ``style`` is ``json``, ``console``, or ``auto`` for console on a terminal."""
    console = style == "console" or (style == "auto" and sys.stderr.isatty())
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if console else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _redaction, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # A line for every object of every event, and one for every request: kept for DEBUG.
    for noisy in ("kopf", "aiohttp.access", "asyncio", "sentence_transformers", "httpx"):
        logging.getLogger(noisy).setLevel(logging.DEBUG if level == "DEBUG" else logging.WARNING)
