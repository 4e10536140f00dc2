"""How long one object of strangers, as large as the API server takes it, is looked at: the processor time of one step.

    .venv/bin/python -m bench.hostile_objects

What signals ask of it stands still the operator's event loop; the goal is less than 50 ms. What is compared of two
revisions is done in the second loop, and only takes a processor.
"""

import gc
import json
import time
from collections.abc import Callable
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from casebook_analyzer.evidence import compare_templates
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.reading.changes.template import project_template
from casebook_operator.sensor.informer.inbox import shown
from casebook_operator.sensor.informer.projections import projection_of
from casebook_operator.sensor.informer.watch_events import read_as
from casebook_operator.signals import signals_of

_BYTES = 1_400_000
_SINCE = "2026-03-01T12:00:00Z"
_ROUNDS = 3


def filled(item: Callable[[int], Any]) -> list[Any]:
    """As many items as an object can have."""
    return [item(number) for number in range(_BYTES // len(json.dumps(item(10_000))))]


def _pod(**status: Any) -> Object:
    metadata = {"name": "a", "namespace": "evil", "uid": "u", "creationTimestamp": _SINCE}
    return {"kind": "Pod", "metadata": metadata, "spec": {"containers": []}, "status": {"phase": "Running", **status}}


def _waiting(number: int) -> Object:
    state = {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting failed container"}}
    return {"name": f"c{number}", "restartCount": 9, "ready": False, "state": state, "lastState": {}}


def _running(number: int) -> Object:
    return {"name": f"c{number}", "restartCount": 0, "ready": False, "state": {"running": {"startedAt": _SINCE}}}


def _with_probes(pod: Object) -> Object:
    names = [status["name"] for status in pod["status"]["containerStatuses"]]
    kept = names[: len(names) // 2]  # so that the whole stays below the server's bound
    pod["spec"]["containers"] = [{"name": name, "readinessProbe": {"periodSeconds": 1}} for name in kept]
    pod["status"]["containerStatuses"] = pod["status"]["containerStatuses"][: len(kept)]
    return pod


def _condition(number: int) -> Object:
    return {"type": f"T{number}", "status": "True", "reason": "R", "message": "m", "lastTransitionTime": _SINCE}


OBJECTS: dict[str, Object] = {
    "pod, containers that wait": _pod(containerStatuses=filled(_waiting)),
    "pod, containers that are not ready": _with_probes(_pod(containerStatuses=filled(_running))),
    "pod, conditions": _pod(conditions=filled(_condition)),
    "node, conditions": {"kind": "Node", "metadata": {"name": "n"}, "status": {"conditions": filled(_condition)}},
    "node, labels": {
        "kind": "Node",
        "metadata": {"name": "n", "labels": {f"a.b/{number}": "x" * 60 for number in range(_BYTES // 75)}},
    },
    "event, a long message": {
        "kind": "Event",
        "metadata": {"name": "e", "namespace": "default"},
        "involvedObject": {"kind": "Node", "name": "n"},
        "type": "Warning",
        "reason": "XidError",
        "message": "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n" * (_BYTES // 60),
    },
}


def _template(image: str) -> Object:
    return {
        "spec": {"containers": filled(lambda number: {"name": f"c{number}", "image": image, "env": [{"name": "A"}]})}
    }


def measured(work: Callable[[], object]) -> float:
    """Milliseconds of processor, the least of some rounds."""
    rounds = []
    for _ in range(_ROUNDS):
        before = time.thread_time()
        work()
        rounds.append(time.thread_time() - before)
    return min(rounds) * 1000


def main() -> None:
    """Measure, print."""
    taxonomy = load_taxonomy(())
    table = Table(title="processor time of one step, ms")
    for name in ("object", "MB", "signals", "decode"):
        table.add_column(name, justify="right")
    packed = {name: json.dumps(obj).encode() for name, obj in OBJECTS.items()}
    gc.collect()
    gc.freeze()  # as the operator does
    for name, obj in OBJECTS.items():
        kind, content = obj["kind"], packed[name]

        def look(kind: str = kind, content: bytes = content) -> object:
            found = read_as(msgspec.Raw(content), projection_of(kind))
            return signals_of(kind, shown(found, len(content)), taxonomy)

        whole = measured(look)
        decode = measured(lambda kind=kind, content=content: read_as(msgspec.Raw(content), projection_of(kind)))  # type: ignore[misc]
        table.add_row(name, f"{len(content) / 1e6:.1f}", f"{whole:.0f}", f"{decode:.0f}")
    old, new = (project_template(_template(image), revision=image, digest=str) for image in ("a", "b"))
    table.add_row("two revisions, compared", "2.8", f"{measured(lambda: compare_templates(old, new)):.0f}", "")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
