"""Keeps SIGTERM and SIGINT with whoever runs the operator."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def own_signals() -> Iterator[None]:
    """Within this context nobody replaces the signal handlers of the running loop.

    Kopf takes both signals for itself when it starts (1.45.2, kopf/_core/reactor/running.py, ``spawn_tasks``). It would
    end its watches, and wait five seconds for all other parts of Casebook, which nobody has told.
    """
    loop = asyncio.get_running_loop()
    loop.add_signal_handler = _nothing  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        del loop.add_signal_handler


def _nothing(*_: Any) -> None:
    """Instead of what adds a handler."""
