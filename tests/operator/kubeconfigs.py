"""Kubeconfig files for servers of a test."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml


def kubeconfig(path: Path, server: str) -> Path:
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": {"server": server}}],
        "users": [{"name": "u", "user": {"token": "t"}}],
        "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
        "current-context": "c",
    }
    path.write_text(yaml.safe_dump(content))
    return path


@contextmanager
def nobody_listens() -> Iterator[int]:
    """A port of the loopback that is closed, and that nobody else gets meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
