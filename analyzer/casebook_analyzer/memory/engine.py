"""The asyncio engine and its pool."""

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

CONNECT_ARGS = {
    "application_name": "casebook",
    "connect_timeout": 5,  # seconds
    # Without these a lost node leaves a connection waiting for an answer for a quarter of an hour.
    "keepalives_idle": 15,  # seconds
    "tcp_user_timeout": 30_000,  # milliseconds
    # Prepared statements break behind PgBouncer in transaction mode, which CloudNativePG's Pooler is.
    "prepare_threshold": None,
    "client_encoding": "utf8",
}


def create_engine(url: URL) -> AsyncEngine:
    """An engine that has not connected yet. Parameters stay out of its errors: they hold evidence."""
    return create_async_engine(
        url,
        connect_args=CONNECT_ARGS,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=10,
    )
