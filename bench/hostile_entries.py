"""Hostile inputs of a megabyte for every way in that a running operator has, and a kubelet with hostile logs."""

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from typing_extensions import override

from bench.detection import crash_loop, merge_patch
from casebook_operator.kube import KubeClient, paths

EVIL = "evil"
NODE = "hostile-node"
MEGABYTE = 1_000_000
_SHAPES = (
    " ",
    "[",
    "key=",
    "password=",
    "token: fail ",
    ":c",
    "xx9-fffff-",
    "a" * 50,
    "\\u200b",
    "{'a': ",
    "Bearer ",
    "at com.example.Shop.pay(Shop.java:1)\n",
    'Traceback (most recent call last):\n  File "a.py", line 1, in b\n',
    "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n",
    "/" + "a/" * 20,
    "10.0.0.1:80 ",
)
Objects = Mapping[str, Any]


def hostile_text(number: int, size: int = MEGABYTE) -> str:
    """One of the shapes that text has been slow, or dangerous, in."""
    shape = _SHAPES[number % len(_SHAPES)]
    return (shape * (size // len(shape) + 1))[:size]


async def event_of_a_pod(kube: KubeClient, number: int) -> None:
    await _event(kube, number, {"kind": "Pod", "namespace": EVIL, "name": f"evil-{number % 8}"}, "FailedMount", EVIL)


async def event_of_a_node(kube: KubeClient, number: int) -> None:
    await _event(kube, number, {"kind": "Node", "name": NODE, "uid": NODE}, "TaskHung", "default")


async def condition_of_a_node(kube: KubeClient, number: int) -> None:
    condition = {"type": "KernelDeadlock", "status": "True", "reason": f"R{number}", "message": hostile_text(number)}
    await merge_patch(kube, paths.item("Node", "", NODE) + "/status", {"status": {"conditions": [condition]}})


async def end_of_a_container(kube: KubeClient, number: int) -> None:
    """A new pod in a crash loop, whose log is hostile and whose last words are, too."""
    name = f"evil-{number}"
    container = {"name": "app", "image": "none", "args": ["serve"]}
    spec = {"nodeName": NODE, "containers": [container]}
    notes = {f"note-{key}": hostile_text(number + key, 25_000) for key in range(9)}
    metadata = {"name": name, "namespace": EVIL, "annotations": notes}
    await kube.create(paths.collection("Pod", EVIL), {"metadata": metadata, "spec": spec})
    failed = crash_loop()
    failed["status"]["containerStatuses"][0]["lastState"]["terminated"]["message"] = hostile_text(number)
    await merge_patch(kube, paths.item("Pod", EVIL, name) + "/status", failed)


async def investigation_of_a_person(kube: KubeClient, number: int) -> None:
    metadata = {
        "name": f"asked-{number}",
        "namespace": EVIL,
        "annotations": {"casebook.dev/correct": hostile_text(number, 200_000)},
    }
    spec = {"subjectRef": {"kind": "Deployment", "name": f"x{number}"}, "trigger": "CrashLoopBackOff"}
    body = {"apiVersion": "casebook.dev/v1alpha1", "kind": "Investigation", "metadata": metadata, "spec": spec}
    await kube.create(paths.collection("Investigation", EVIL), body)


ENTRIES: tuple[Callable[[KubeClient, int], Any], ...] = (
    end_of_a_container,
    event_of_a_pod,
    event_of_a_node,
    condition_of_a_node,
    investigation_of_a_person,
)


async def attack(kube: KubeClient, taken: dict[str, int], refused: dict[str, int]) -> None:
    """Every entry in turn, until cancelled; ``taken`` and ``refused`` count what the API server made of it."""
    number = 0
    while True:
        for entry in ENTRIES:
            try:
                await entry(kube, number)
                taken[entry.__name__] = taken.get(entry.__name__, 0) + 1
            except Exception as error:  # noqa: BLE001 - a server that refuses is one of the results
                refused[f"{entry.__name__}: {type(error).__name__}"] = number
            await asyncio.sleep(0.05)
        number += 1


async def register_node(kube: KubeClient, port: int) -> None:
    """A node whose kubelet is here, so that the API server asks it for logs."""
    await kube.create(paths.collection("Node"), {"metadata": {"name": NODE}})
    status = {
        "addresses": [{"type": "InternalIP", "address": "127.0.0.1"}],
        "daemonEndpoints": {"kubeletEndpoint": {"Port": port}},
        "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}],
    }
    await merge_patch(kube, paths.item("Node", "", NODE) + "/status", {"status": status})


@contextmanager
def hostile_kubelet(certificates: Path) -> Iterator[tuple[int, list[str]]]:
    """(port, paths that were asked for) of a server that answers every request for a log with a megabyte."""
    asked: list[str] = []

    class Kubelet(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            lines = hostile_text(len(asked), MEGABYTE).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            self.wfile.write(lines)

        @override
        def log_message(self, *_: object) -> None:
            """Nothing: a line for each request would be the measurement's own noise."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Kubelet)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "apiserver.crt", certificates / "apiserver.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        server.server_close()


async def _event(kube: KubeClient, number: int, about: Objects, reason: str, namespace: str) -> None:
    body = {
        "metadata": {"name": f"hostile.{reason.lower()}.{number}", "namespace": namespace},
        "involvedObject": dict(about),
        "reason": reason,
        "type": "Warning",
        "message": hostile_text(number),
        "source": {"component": "kubelet"},
    }
    await kube.create(paths.collection("Event", namespace), body)
