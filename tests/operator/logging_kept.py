"""Commands that run in the process of the tests, whose logging they set up anew."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


@contextmanager
def logging_kept() -> Iterator[None]:
    """The log goes afterwards where it went before."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()
