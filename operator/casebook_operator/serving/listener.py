"""Takes a port."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from casebook_analyzer.errors import ConfigurationError


@contextmanager
def listening(host: str, port: int, *, setting: str) -> Iterator[socket.socket]:
    """Take the port, before anything slow is done, until the context ends.

    Raises:
        ConfigurationError: The address cannot be listened on: mostly because the port is in use. The message names
            ``setting``, which decides the port.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ConfigurationError(
            f"Cannot listen on {host}:{port} ({error.strerror or error}). "
            f"Stop what uses the port, or set {setting} (0 takes any free one)."
        ) from error
    with listener:
        yield listener


def url_of(listener: socket.socket) -> str:
    """Where it is reached, without a path."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
