"""Every signal that the objects, Events and kernel lines of a bundle give, each with the object that showed it."""

from collections.abc import Iterator

import structlog

from casebook_analyzer.evidence import MESSAGE_LIMIT, kernel_facts
from casebook_analyzer.evidence.kernel_clock import read_stamp
from casebook_analyzer.models import UNKNOWN_TIME, Entity, Signal, Trigger
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.tellings import Tellings
from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of
from casebook_operator.offline.kernel_text import in_order
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.signals import signals_of

log = structlog.get_logger(__name__)


_KERNEL_LOG = "KernelLog"


def detect(snapshot: Snapshot, taxonomy: Taxonomy, node: str) -> Iterator[tuple[Signal, Object]]:
    """Objects first, then Events, then the kernel log, as if an agent had reported its lines for the node."""
    seen = False
    for signal, obj in _signals(snapshot, taxonomy, node):
        seen = True
        yield signal, obj
    if not seen and not snapshot.events and all(obj["kind"] == "Node" for obj in snapshot.objects.values()):
        yield from _anything_known(snapshot, node)


def _signals(snapshot: Snapshot, taxonomy: Taxonomy, node: str) -> Iterator[tuple[Signal, Object]]:
    tellings = Tellings()
    for obj in (*snapshot.objects.values(), *snapshot.events, *_kernel_events(snapshot, node)):
        try:
            shown = tellings.added_up(obj) if obj["kind"] == "Event" else _without_unseen_job(snapshot, obj)
            for signal in signals_of(obj["kind"], shown, taxonomy):
                yield signal, obj
        except Exception:
            # Objects of strangers have surprises that no test foresees, and one of them must not hide the others.
            log.warning("an object gives no signals", kind=obj["kind"], name=obj["metadata"].get("name"), exc_info=True)


def _without_unseen_job(snapshot: Snapshot, obj: Object) -> Object:
    """A failed pod of a Job is for the Job to judge. One that the bundle does not hold judges nothing."""
    owner = controller_of(obj) if obj["kind"] == "Pod" else None
    if owner is None or owner.get("kind") != "Job":
        return obj
    metadata = obj["metadata"]
    if snapshot.find("Job", metadata.get("namespace") or "", owner.get("name") or "") is not None:
        return obj
    return obj | {"metadata": {name: value for name, value in metadata.items() if name != "ownerReferences"}}


def _anything_known(snapshot: Snapshot, node: str) -> Iterator[tuple[Signal, Object]]:
    """A kernel log that somebody hands over by itself is about a failure, also where a live node's opens nothing."""
    entity = Entity(kind="Node", name=node)
    for event in _kernel_events(snapshot, node):
        for fact in kernel_facts(event["message"], source="kernel log", entity=entity)[:1]:
            yield (
                Signal(
                    trigger=Trigger.KERNEL_LINE,
                    failure_class=_KERNEL_LOG,
                    origin=entity,
                    origin_uid=node,
                    node_name=node,
                    reason=_KERNEL_LOG,
                    message=fact.text,
                    occurred_at=fact.time or UNKNOWN_TIME,
                    undated=fact.time is None,
                    active=False,
                ),
                event,
            )
            return


def _kernel_events(snapshot: Snapshot, node: str) -> Iterator[Object]:
    """In pieces, because of one text only so much is searched."""
    piece: list[str] = []
    room = MESSAGE_LIMIT
    for line in in_order(snapshot.bundle.kernel_log):
        if len(line) >= room and piece:
            yield _event(node, piece)
            piece, room = [], MESSAGE_LIMIT
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
        "reason": _KERNEL_LOG,
        "message": "\n".join(lines),
        "involvedObject": {"kind": "Node", "name": node, "uid": node},
        **({"lastTimestamp": max(times).isoformat()} if times else {}),
    }
