"""Every signal that the objects, Events and kernel lines of a bundle give, each with the object that showed it."""

from collections.abc import Iterator

import structlog

from casebook_analyzer.evidence.kernel_clock import read_stamp
from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.kube import Object
from casebook_operator.offline.kernel_text import in_order
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.signals import signals_of
from casebook_operator.signals.kernel_lines import LONGEST_TEXT

log = structlog.get_logger(__name__)


def detect(snapshot: Snapshot, taxonomy: Taxonomy, node: str) -> Iterator[tuple[Signal, Object]]:
    """Objects first, then Events, then the kernel log, as if an agent had reported its lines for the node."""
    for obj in (*snapshot.objects.values(), *snapshot.events, *_kernel_events(snapshot, node)):
        try:
            for signal in signals_of(obj["kind"], obj, taxonomy):
                yield signal, obj
        except Exception:
            # Objects of strangers have surprises that no test foresees, and one of them must not hide the others.
            log.warning("an object gives no signals", kind=obj["kind"], name=obj["metadata"].get("name"), exc_info=True)


def _kernel_events(snapshot: Snapshot, node: str) -> Iterator[Object]:
    """In pieces, because of one text only so much is searched."""
    piece: list[str] = []
    room = LONGEST_TEXT
    for line in in_order(snapshot.bundle.kernel_log):
        if len(line) >= room and piece:
            yield _event(node, piece)
            piece, room = [], LONGEST_TEXT
        piece.append(line)
        room -= len(line) + 1
    if piece:
        yield _event(node, piece)


def _event(node: str, lines: list[str]) -> Object:
    times = [stamp.time for stamp in (read_stamp(line, None) for line in lines) if stamp.time is not None]
    return {
        "kind": "Event",
        "metadata": {"name": f"{node}.kernel-log", "namespace": "default"},
        "type": "Warning",
        "reason": "KernelLog",
        "message": "\n".join(lines),
        "involvedObject": {"kind": "Node", "name": node, "uid": node},
        **({"lastTimestamp": max(times).isoformat()} if times else {}),
    }
