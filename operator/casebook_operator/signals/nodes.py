"""Signals of a node: bad conditions, kernel lines in what agents write to it, taints, and devices that are missing."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec

from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import ConditionRule, Taxonomy
from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    annotations_of,
    conditions_of,
    created_at,
    name_of,
    spec_of,
    status_written_at,
    transition_of,
)
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mappings, text
from casebook_operator.signals.devices import device_signals
from casebook_operator.signals.kernel_lines import kernel_findings
from casebook_operator.signals.observed import observed, one_of_each
from casebook_operator.signals.table import SignalRow, StateRow, signal_table, state
from casebook_operator.signals.told_devices import ToldDevice, told_devices

JOINING = timedelta(minutes=2)
"""A node registers as not ready, and stays so until its network plugin and kubelet agree. Ten seconds are usual."""

_NEEDED_TO_BE_READY = frozenset({"Ready", "NetworkUnavailable", "NetworkingReady"})
_SHUTTING_DOWN = "shutting down"
"""``node is shutting down`` in the message of Ready (pkg/kubelet/nodestatus/setters.go)."""


def node_signals(node: Object, taxonomy: Taxonomy) -> tuple[Signal, ...]:
    """One signal for every failure class, and device: the most urgent, and of those the earliest.

    Unknown conditions give none.
    """
    told = (*_of_conditions(node, taxonomy), *_of_taints(node), *_of_annotations(node, taxonomy))
    return (*one_of_each(told), *device_signals(node))


def _of_conditions(node: Object, taxonomy: Taxonomy) -> Iterator[Signal]:
    for condition in conditions_of(node):
        rule = taxonomy.conditions.rule_for(text(condition, "type"))
        if rule is None:
            yield from _of_kernel_lines(node, text(condition, "message"), condition, taxonomy)
        elif rule.is_bad(text(condition, "status")):
            devices = told_devices(text(condition, "message"), rule.failure_class, taxonomy)
            for told in devices or (ToldDevice(rule.failure_class, "", text(condition, "message")),):
                yield _bad(node, condition, rule, told)
            yield from _of_kernel_lines(node, text(condition, "message"), condition, taxonomy)


def _bad(node: Object, condition: Object, rule: ConditionRule, told: ToldDevice) -> Signal:
    row = msgspec.structs.replace(_row_of(node, condition), failure_class=told.failure_class, severity=rule.severity)
    reason = text(condition, "reason") or "no reason given"
    told_as = f"{condition['type']}={condition['status']} ({reason})"
    return _signal(node, row, told_as, told.text, condition, device=told.device)


def _row_of(node: Object, condition: Object) -> StateRow:
    if condition.get("type") not in _NEEDED_TO_BE_READY:
        return state("node-condition")
    if _joining(node, condition):
        return state("node-joining")
    if _SHUTTING_DOWN in text(condition, "message") or _taken_away(node):
        return state("node-maintenance")
    return state("node-not-ready")


def _joining(node: Object, condition: Object) -> bool:
    """Whether a node is not ready *yet*: it has never been ready since it was made."""
    created, since = created_at(node), transition_of(condition)
    return created is not None and since is not None and since - created < JOINING


def _taken_away(node: Object) -> bool:
    spec = spec_of(node)
    keys = [text(taint, "key") for taint in mappings(spec, "taints")]
    return bool(spec.get("unschedulable")) or any(row.fits(key) for row in signal_table().maintenance for key in keys)


def _of_taints(node: Object) -> Iterator[Signal]:
    for taint in mappings(node, "spec", "taints"):
        key = text(taint, "key")
        row = next((row for row in signal_table().taints if row.fits(key)), None)
        if row is not None:
            value, effect = text(taint, "value"), text(taint, "effect")
            yield _signal(node, row, f"taint {key}", f"{key}={value}:{effect}", taint)


def _of_annotations(node: Object, taxonomy: Taxonomy) -> Iterator[Signal]:
    for key, value in annotations_of(node).items():
        for row in signal_table().annotations:
            if row.fits(key, value):
                yield _signal(node, row, f"annotation {key}", value, {})
        yield from _of_kernel_lines(node, value, {}, taxonomy)


def _of_kernel_lines(node: Object, message: str, source: Object, taxonomy: Taxonomy) -> Iterator[Signal]:
    for finding in kernel_findings(message, taxonomy):
        row = msgspec.structs.replace(
            state("kernel-line"), failure_class=finding.failure_class, severity=finding.severity
        )
        reason = text(source, "reason") or "kernel line"
        yield _signal(node, row, reason, finding.line, source, device=finding.device)


def _signal(node: Object, row: SignalRow, reason: str, message: str, source: Object, *, device: str = "") -> Signal:
    """``source`` is the condition or taint that may say since when."""
    since = transition_of(source) or real_time(source.get("timeAdded"))
    return observed(
        row,
        "Node",
        node,
        at=since or status_written_at(node) or created_at(node),
        reason=reason,
        message=message,
        node_name=name_of(node),
        device=device,
        undated=since is None,
    )
