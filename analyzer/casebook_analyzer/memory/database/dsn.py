"""Connection strings: what is accepted, and how they are shown to people."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from casebook_analyzer.errors import ConfigurationError

_SCHEMES = ("postgres", "postgresql", "postgresql+psycopg")
_DEFAULT_PORT = 5432


def parse_dsn(dsn: str) -> URL:
    """A PostgreSQL URL in any of its spellings (``postgres:``, ``postgresql:``, ``postgresql+psycopg:``).

    Raises:
        ConfigurationError: It is not such a URL. The message does not repeat it, because it may hold a password.
    """
    scheme, separator, rest = dsn.strip().partition("://")
    if not separator or scheme not in _SCHEMES:
        raise ConfigurationError(
            "The database DSN must look like postgresql://user:password@host:5432/database or embedded:/folder."
        )
    try:
        return make_url(f"postgresql+psycopg://{rest}")
    except (ArgumentError, ValueError):
        raise ConfigurationError(
            "The database DSN cannot be read: check its port, and percent-encode special characters in the password."
        ) from None


def describe(url: URL) -> str:
    """``host:port/database as user`` for messages, never the password."""
    query = {name: value for name, value in url.query.items() if isinstance(value, str)}
    host, port = url.host or query.get("host", "localhost"), url.port or query.get("port", _DEFAULT_PORT)
    user = f" as {url.username}" if url.username else ""
    return f"{host}:{port}/{url.database or ''}{user}"
