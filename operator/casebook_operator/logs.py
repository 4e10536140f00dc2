"""Casebook's own log: structlog over the standard library, so that Kopf's lines take the same road."""

import logging
import secrets
import sys
from typing import Any

import stamina.instrumentation
import structlog

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy

_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


_LONGEST, _TRACE = 4_096, 16_384
"""Characters of a value, and of a traceback, of which strangers have written the last line at most. To search 4,096 for
secrets takes 30 ms at worst, in which whoever logs stands still."""


class _Sanitation:
    """Bounds every line and takes out secrets: errors of the API server and of libraries quote what they were given."""

    def __init__(self) -> None:
        self.sanitizer = Sanitizer(secrets.token_bytes(32), SECRETS_AND_EMAILS)

    def __call__(self, _logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        return {name: self._clean(name, value) for name, value in event.items()}

    def _clean(self, name: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.sanitizer.lines(value, _TRACE if name == "exception" else _LONGEST, field=name)
        if isinstance(value, dict):
            return {key: self._clean(str(key), item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean(name, item) for item in value]
        return value if value is None or isinstance(value, int | float) else self.sanitizer.lines(str(value), _LONGEST)


_sanitation = _Sanitation()


def redact_with(sanitizer: Sanitizer) -> None:
    """From now on, replace secrets in the log by the pseudonyms that evidence has."""
    _sanitation.sanitizer = sanitizer


def configure(level: str, style: str, policy: RedactionPolicy) -> None:
    """Send all log lines of ``level`` and above to standard error, without what the policy takes out.

    ``style`` is ``json``, ``console``, or ``auto``: console on a terminal, else JSON. Pseudonyms are such that only
    this process can make them, until :func:`redact_with` names others.
    """
    redact_with(Sanitizer(secrets.token_bytes(32), policy))
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
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _sanitation, renderer],
        )
    )
    # By itself, stamina also counts retries in a metric with their number as a label, which has no bound in an outage.
    stamina.instrumentation.set_on_retry_hooks([stamina.instrumentation.StructlogOnRetryHook])
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # What ends Kopf is told by whoever starts it again; each request that it tries again, and
    # that it gets no signals, are kept for DEBUG, as are lines for every object of every event and for every request.
    logging.getLogger("kopf").setLevel(logging.DEBUG if level == "DEBUG" else logging.CRITICAL)
    for noisy in ("aiohttp.access", "asyncio", "sentence_transformers", "httpx"):
        logging.getLogger(noisy).setLevel(logging.DEBUG if level == "DEBUG" else logging.WARNING)
