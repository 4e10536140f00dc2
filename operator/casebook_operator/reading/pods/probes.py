"""Probes and lifecycle hooks of a container, each on one line."""

from typing import Any

from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping, texts

_PROBES = {"liveness": "livenessProbe", "readiness": "readinessProbe", "startup": "startupProbe"}

_SETTINGS = (
    ("initialDelaySeconds", "delay", "s", 0),
    ("timeoutSeconds", "timeout", "s", 1),
    ("periodSeconds", "period", "s", 10),
    ("successThreshold", "successes", "", 1),
    ("failureThreshold", "failures", "", 3),
)
"""Field, word, unit, and what the API server writes when it is left out (pkg/apis/core/v1/defaults.go)."""


def probe_lines(container: Object) -> dict[str, str]:
    """The probes and hooks of a container, each by its name and on one line: kubelet may kill it over any of them."""
    lines = {name: _probe(container[field]) for name, field in _PROBES.items() if container.get(field)}
    hooks: dict[str, Any] = mapping(container, "lifecycle")
    return lines | {name: _handler(hook) for name, hook in hooks.items() if isinstance(hook, dict)}


def _probe(probe: Object) -> str:
    settings = [f"{word}={probe.get(field) or default}{unit}" for field, word, unit, default in _SETTINGS]
    return " ".join([_handler(probe), *settings])


def _handler(handler: Object) -> str:
    """Headers of a request are left out: they carry tokens."""
    match handler:
        case {"httpGet": dict() as get}:
            scheme = str(get.get("scheme") or "HTTP").lower()
            return f"GET {scheme}://{get.get('host') or ''}:{get.get('port')}{get.get('path') or '/'}"
        case {"tcpSocket": dict() as tcp}:
            return f"tcp {tcp.get('host') or ''}:{tcp.get('port')}"
        case {"grpc": dict() as grpc}:
            return f"grpc :{grpc.get('port')}/{grpc.get('service') or ''}"
        case {"exec": dict() as command}:
            return "exec " + " ".join(texts(command, "command"))
        case {"sleep": dict() as sleep}:
            return f"sleep {sleep.get('seconds')}s"
        case _:
            return "unknown"
