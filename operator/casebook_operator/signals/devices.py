"""Signals of a node whose devices are not all there: GPUs, network cards and other extended resources."""

import re
from collections.abc import Iterator

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import created_at, labels_of, name_of, status_of, status_written_at
from casebook_operator.kube.times import shifted
from casebook_operator.kube.values import mapping
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import signal_table, state

_ACCELERATOR = re.compile(r"^(?:nvidia|amd)\.com/gpu$|^gpu\.intel\.com/|gaudi|neuron|/tpu$")
"""Resources of the device plugins of accelerators. Parts (MIG) and copies (time slices) have other names or more."""

INSTALLATION_SECONDS = 600.0
"""A new node has the labels of its devices before it has their driver."""


def device_signals(node: Object) -> Iterator[Signal]:
    """One signal for all devices that are missing, because what takes one down often takes more."""
    short = sorted({*_by_capacity(node), *_by_label(node)})
    if not short:
        return
    created = created_at(node)
    yield observed(
        state("device-shortage"),
        "Node",
        node,
        at=status_written_at(node) or created,
        reason="DeviceShortage",
        message="; ".join(short),
        node_name=name_of(node),
        allowed_until=shifted(created, INSTALLATION_SECONDS) if created is not None else None,
        undated=True,
    )


def is_accelerator(resource: str) -> bool:
    """Whether an extended resource counts whole accelerators, by the names that device plugins give."""
    return bool(_ACCELERATOR.search(resource))


def accelerators(node: Object) -> int:
    """How many accelerators a node has or should have, as far as it says: 0 where nothing does."""
    capacity, labels = mapping(node, "status", "capacity"), labels_of(node)
    there = [_count(total) or 0 for resource, total in capacity.items() if is_accelerator(str(resource))]
    labelled = [_count(labels.get(row.label)) or 0 for row in signal_table().device_labels]
    return max((*there, *labelled), default=0)


def _by_capacity(node: Object) -> Iterator[str]:
    status = status_of(node)
    allocatable = mapping(status, "allocatable")
    for resource, total in mapping(status, "capacity").items():
        wanted, usable = _count(total), _count(allocatable.get(resource, total))
        if _is_device(str(resource)) and wanted is not None and usable is not None and usable < wanted:
            yield f"{usable} of {wanted} {resource} are allocatable"


def _by_label(node: Object) -> Iterator[str]:
    """What was counted when the node was labelled. Devices that are cut into parts or shared have other names."""
    labels = labels_of(node)
    capacity = mapping(node, "status", "capacity")
    for row in signal_table().device_labels:
        wanted, there = _count(labels.get(row.label)), _count(capacity.get(row.resource))
        if wanted is None or there is None or there >= wanted:
            continue
        domain = row.resource.partition("/")[0] + "/"
        others = [name for name, count in capacity.items() if str(name).startswith(domain) and _count(count)]
        if set(others) <= {row.resource}:
            yield f"{there} of {wanted} {row.resource} are there, by the label {row.label}"


def _is_device(resource: str) -> bool:
    """``IsExtendedResourceName`` (pkg/apis/core/v1/helper/helpers.go)."""
    return "/" in resource and "kubernetes.io/" not in resource


def _count(quantity: object) -> int | None:
    """Devices are whole: what has a suffix counts something else."""
    return int(quantity) if isinstance(quantity, str) and quantity.isascii() and quantity.isdigit() else None
