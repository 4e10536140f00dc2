"""Where Alertmanager's messages to people arrive: what would be a chat or a pager."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

Alert = dict[str, Any]


class Inbox:
    """All alerts that were sent, in the order of their arrival."""

    def __init__(self, url: str, alerts: list[Alert]) -> None:
        self.url = url
        self._alerts = alerts

    def find(self, name: str, **labels: str) -> Alert | None:
        """The latest firing alert of a name with these labels."""
        wanted = labels | {"alertname": name}
        for alert in reversed(list(self._alerts)):
            if alert["status"] == "firing" and wanted.items() <= alert["labels"].items():
                return alert
        return None


@contextmanager
def inbox() -> Iterator[Inbox]:
    """Listen on a free port of loopback until the context ends."""
    alerts: list[Alert] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            alerts.extend(sent["alerts"])
            self.send_response(200)
            self.end_headers()

        @override
        def log_message(self, format: str, *args: Any) -> None:
            """Nobody reads them."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, name="inbox", daemon=True)
    thread.start()
    try:
        yield Inbox(f"http://127.0.0.1:{server.server_port}/", alerts)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
