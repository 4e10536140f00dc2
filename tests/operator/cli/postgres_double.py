"""A server that speaks just enough of PostgreSQL's protocol to refuse a password."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_FIELDS = {"S": "FATAL", "V": "FATAL", "C": "28P01", "M": 'password authentication failed for user "casebook"'}


@contextmanager
def refusing_every_password() -> Iterator[int]:
    """Yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def _serve(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            _refuse(connection)


def _refuse(connection: socket.socket) -> None:
    while True:
        head = connection.recv(8, socket.MSG_WAITALL)
        if len(head) < 8:
            return
        length, code = struct.unpack("!II", head)
        connection.recv(length - 8, socket.MSG_WAITALL)
        if code >> 16 == 1234:  # SSLRequest or GSSENCRequest
            connection.sendall(b"N")
            continue
        fields = b"".join(f"{kind}{text}".encode() + b"\0" for kind, text in _FIELDS.items()) + b"\0"
        connection.sendall(b"E" + struct.pack("!I", len(fields) + 4) + fields)
        return
