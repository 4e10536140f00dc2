"""From the labels of an alert to the device of a node that it is about. A pure function of the labels."""

import re
from collections.abc import Iterator, Mapping

import msgspec

from casebook_analyzer.evidence.device_names import by_telling, device_name, kind_of_name
from casebook_analyzer.evidence.devices import DEVICE_CLASSES

_ADDRESSES = ("pci_bus_id", "pcie_bus_id")
_UUIDS = ("UUID", "gpu_uuid", "uuid")
_INDEXES = ("gpu", "gpu_id", "gpu_index")
GPU_LABELS = (*_ADDRESSES, *_UUIDS, *_INDEXES, "GPU_I_ID", "nvswitch", "nvlink")
"""Labels of GPUs and their switches (dcgm-exporter: internal/pkg/rendermetrics/render_metrics.go; AMD's
device-metrics-exporter: ``gpu_id``, ``gpu_uuid``)."""
_ANY = "device"
"""``nvidia3`` of dcgm-exporter; ``eth0``, ``sda``, ``nvme0n1``, ``mlx5_0`` of node-exporter."""
_FILESYSTEM = ("mountpoint", "fstype")
"""With these, a device is where a file system lies (node-exporter: collector/filesystem_common.go). That it is full
says nothing of the disk."""

_BARE_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)
_LONGEST = 64

GPU_CLASSES = frozenset({"GPU", "PCIe", "NVSwitch"})
_CLASSES = {
    "pci": DEVICE_CLASSES,
    "uuid": GPU_CLASSES,
    "index": GPU_CLASSES,
    "other": GPU_CLASSES,
    "disk": frozenset({"NodeStorage"}),
    "rdma": frozenset({"NIC"}),
    "net": frozenset({"NIC"}),
}
"""Failure classes that a device may have, by the kind of its name."""


class AlertedDevice(msgspec.Struct, frozen=True, kw_only=True):
    """What an alert tells of a node's devices."""

    names: tuple[str, ...] = ()
    """All names of the device that it is about, the most telling first; none where it does not say which."""
    classes: frozenset[str] = frozenset()
    """Failure classes of the devices that it may be about; none where it is about the node as a whole."""

    @property
    def name(self) -> str:
        return self.names[0] if self.names else ""


NO_DEVICE = AlertedDevice()


def told_device(labels: Mapping[str, str], *, measures_gpus: bool, measures_pods: bool) -> AlertedDevice:
    """The device that an alert is about.

    ``measures_gpus``: Only a GPU or a switch can be meant, though its labels may be lost. ``measures_pods``: Its label
    ``device`` says where containers keep their files.
    """
    names = by_telling(device_names_of(labels, measures_pods=measures_pods))
    if names:
        return AlertedDevice(names=names, classes=_CLASSES[kind_of_name(names[0])])
    return AlertedDevice(classes=GPU_CLASSES) if measures_gpus or names_gpu(labels) else NO_DEVICE


def device_names_of(labels: Mapping[str, str], *, measures_pods: bool = False) -> dict[str, None]:
    """All names that the labels of one alert have for its device, each once."""
    return dict.fromkeys(name for name in _names(labels, measures_pods=measures_pods) if name)


def names_gpu(labels: Mapping[str, str]) -> bool:
    """Whether a label says that a GPU or a switch was measured."""
    return any(labels.get(label) for label in GPU_LABELS if label != "uuid")


def _names(labels: Mapping[str, str], *, measures_pods: bool) -> Iterator[str]:
    for label in _ADDRESSES:
        yield _named(labels.get(label, ""))
    for label in _UUIDS:
        value = labels.get(label, "")
        # nvidia_gpu_exporter cuts "GPU-" off. Other things have a label "uuid" as well: file systems, machines.
        whole = value if label == "uuid" or not _BARE_UUID.fullmatch(value) else f"GPU-{value}"
        yield _named(whole) if whole.startswith(("GPU-", "MIG-")) else ""
    for label in _INDEXES:
        value = labels.get(label, "")
        yield _named(f"gpu{value}") if _NUMBER.fullmatch(value) else ""
    if not measures_pods and not any(labels.get(label) for label in _FILESYSTEM):
        yield _named(labels.get(_ANY, ""))


def _named(spelling: str) -> str:
    return device_name(spelling) if len(spelling) <= _LONGEST else ""
