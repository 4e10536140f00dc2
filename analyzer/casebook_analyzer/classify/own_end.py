"""Whether a program says that an error ends it, whatever its exit code says: one that ends in order ends with 0."""

import re

from casebook_analyzer.models import EvidenceBundle, FactKind

_ENDS_BY_IT = re.compile(
    r"(?i:\b(?:unhandled|uncaught|unrecoverable|fatal)\b[^⏎]{0,160}?\b(?:exceptions?|errors?|rejections?)\b"
    r"[^⏎]{0,160}?\b(?:stopping|shutting down|terminating|exiting|quitting)\b"
    r"(?! (?:\w+ ){0,2}(?:connection|session|request|stream)))"
    r"|(?i:\bterminated unexpectedly\b)|\bopted to SHUTDOWN_(?:CLIENT|APPLICATION)\b"
)
""".NET Microsoft.Extensions.Hosting (HostingLoggerExtensions.cs), templates of Serilog, handlers of Node.js and
asyncio, Kafka Streams (StreamsUncaughtExceptionHandler.java). What ends a connection or a request ends no program."""


def ended_by_an_error(bundle: EvidenceBundle) -> bool:
    """Whether a record of a log says that its program ends for an error."""
    return any(fact.kind is FactKind.LOG and _ENDS_BY_IT.search(fact.text) for fact in bundle.facts)
