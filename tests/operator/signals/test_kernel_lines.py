"""Kernel lines in Events of nodes: they count where hardware, PCIe or the driver is to blame."""

from typing import Any

import pytest

from casebook_analyzer.models import Severity, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.signals import event_signals
from tests.operator.builders import at, node_event, rfc

TAXONOMY = load_taxonomy(())
XID_79 = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, name=python, GPU has fallen off the bus."
XID_13 = "NVRM: Xid (PCI:0000:3b:00): 13, pid=1234, name=python, Graphics Exception: ESR 0x505648=0x1000e"
XID_45 = "NVRM: Xid (PCI:0000:3b:00): 45, pid=1234, name=python, Ch 00000008"


def signals(message: str, **more: Any) -> tuple[Signal, ...]:
    return event_signals(node_event(message, **more), TAXONOMY)


def test_xid_79_is_a_signal_of_its_node() -> None:
    (signal,) = signals(XID_79)
    assert (signal.trigger, signal.failure_class, signal.node_name) == (Trigger.KERNEL_LINE, "GPU", "node-1")
    assert (signal.origin.kind, signal.origin.name, signal.occurred_at) == ("Node", "node-1", at(0))
    assert not signal.active


def test_an_xid_that_applications_cause_by_themselves_is_evidence_only() -> None:
    assert signals(XID_13) == ()


def test_an_xid_that_only_follows_another_never_fires() -> None:
    assert signals(XID_45) == ()


def test_an_xid_that_no_table_knows_never_fires() -> None:
    assert signals(XID_79.replace("79", "9999")) == ()


CORRECTED = "nvidia 0000:3b:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)"


def test_a_corrected_error_is_evidence_once_and_a_signal_when_it_is_told_all_the_time() -> None:
    assert signals(CORRECTED) == ()
    (signal,) = signals("\n".join([CORRECTED] * 500))
    assert (signal.failure_class, signal.severity) == ("PCIe", Severity.WARNING)


def test_normal_events_never_fire() -> None:
    assert signals(XID_79, type="Normal") == ()


@pytest.mark.parametrize("kind", ["Pod", "Deployment", "Job"])
def test_a_kernel_line_in_an_event_of_another_object_is_evidence_only(kind: str) -> None:
    assert signals(XID_79, kind=kind) == ()


@pytest.mark.parametrize("message", ["", "Node node-1 status is now: NodeNotReady", "something else happened", None])
def test_a_message_without_a_known_kernel_line_never_fires(message: str) -> None:
    assert signals(message) == ()


def test_many_lines_of_one_class_are_one_signal() -> None:
    assert len(signals("\n".join([XID_79] * 50))) == 1


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({"lastTimestamp": None, "series": {"lastObservedTime": rfc(9)}}, at(9)),
        ({"lastTimestamp": None, "series": None, "eventTime": "2026-03-01T12:00:04.500000Z"}, at(4.5)),
        ({"lastTimestamp": None}, at(-5)),
        ({"lastTimestamp": "", "eventTime": None}, at(-5)),
    ],
)
def test_a_newer_reporter_leaves_last_timestamp_null(times: dict[str, Any], expected: object) -> None:
    (signal,) = signals(XID_79, **times)
    assert signal.occurred_at == expected


def test_the_same_event_gives_the_same_signals() -> None:
    assert signals(XID_79) == signals(XID_79)


def test_a_condition_and_an_event_of_one_fault_have_one_origin() -> None:
    """Agents give a node's name where its UID belongs."""
    by_name = signals(XID_79)[0]
    by_uid = signals(XID_79, involvedObject={"kind": "Node", "name": "node-1", "uid": "uid-node-1"})[0]
    assert by_name.origin_key == by_uid.origin_key
