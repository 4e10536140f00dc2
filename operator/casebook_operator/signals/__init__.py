"""Signals: pure functions of one Kubernetes object. No I/O, no clock, no memory."""

from casebook_operator.signals.events import event_signals
from casebook_operator.signals.nodes import node_signals
from casebook_operator.signals.pods import pod_signals

__all__ = ["event_signals", "node_signals", "pod_signals"]
