"""A condition is about the devices that its message names."""

from casebook_analyzer.models import Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.signals import event_signals, node_signals
from casebook_operator.signals.told_devices import MOST, told_devices
from tests.operator.builders import condition, node, node_event
from tests.rows import of_every

TAXONOMY = load_taxonomy(())
UUID = "GPU-8a5c1111-2222-3333-4444-555566667777"
XID = "NVRM: Xid (PCI:0000:{bus}:00): 79, pid=1, name=a, GPU has fallen off the bus."
XIDS = "\n".join(XID.format(bus=bus) for bus in ("3b", "86", "3b"))
SXID = "nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30"


def told(kind: str, message: str) -> list[tuple[str, str]]:
    signals = node_signals(node(condition(kind, "True", message=message)), TAXONOMY)
    assert {signal.trigger for signal in signals} == {Trigger.NODE_CONDITION}
    return [(signal.failure_class, signal.device) for signal in signals]


@of_every(
    ("kind", "message", "expected"),
    [
        ("XidCriticalError", XID.format(bus="3b"), [("GPU", "0000:3b:00")]),
        ("XidCriticalError", XIDS, [("GPU", "0000:3b:00"), ("GPU", "0000:86:00")]),
        ("GpuMemWatch", "ErrorCode:DCGM_X GPU:0 bad;ErrorCode:DCGM_Y GPU:5 worse;", [("GPU", "gpu0"), ("GPU", "gpu5")]),
        ("SysLogsXIDError", f"ErrorCode:79 GPU:3 PCI:0000:3b:00 GPU_UUID:{UUID};", [("GPU", "0000:3b:00")]),
        ("GPUMissing", "8 expected, 7 found", [("GPU", "")]),
        ("GPUMissing", "GPU:0 and GPU:1 are missing", [("GPU", "")]),
        ("XidCriticalError", SXID, [("NVSwitch", "0000:05:00")]),
        ("ReadonlyFilesystem", "EXT4-fs (sda1): Remounting filesystem read-only", [("NodeStorage", "sda")]),
        ("IBLinkFlapping", "mlx5_0 lost carrier 3 times", [("NIC", "mlx5_0")]),
        ("GpuDriverMismatch", "NVRM: GPU 0000:3b:00.0 is already bound to nouveau", [("GPUDriver", "")]),
        ("KernelDeadlock", "task docker:7 blocked for more than 300 seconds on sda", [("NodeKernel", "")]),
    ],
)  # fmt: skip
def test_each_device_that_a_condition_names_is_a_signal(
    kind: str, message: str, expected: list[tuple[str, str]]
) -> None:
    assert told(kind, message) == expected


def test_an_event_that_repeats_several_lines_is_a_signal_of_each_device() -> None:
    signals = event_signals(node_event("\n".join(XID.format(bus=bus) for bus in ("3b", "86"))), TAXONOMY)
    assert [signal.device for signal in signals] == ["0000:3b:00", "0000:86:00"]
    assert [signal.origin_key for signal in signals] == ["node-1/0000:3b:00", "node-1/0000:86:00"]


def test_an_event_by_its_reason_is_about_the_device_that_it_names() -> None:
    event = node_event("PCIe replays on GPU:3 above the threshold", reason="NvidiaPCIeError")
    assert [(s.failure_class, s.device) for s in event_signals(event, TAXONOMY)] == [("PCIe", "gpu3")]
    pod = node_event("/dev/sda is full", reason="Evicted", kind="Pod")
    assert [signal.device for signal in event_signals(pod, TAXONOMY)] == [""]


def test_a_message_with_a_thousand_devices_gives_as_many_signals_as_a_machine_may_have() -> None:
    message = ";".join(f"ErrorCode:DCGM_X GPU:{number} bad" for number in range(1000))
    assert len(told_devices(message, "GPU", TAXONOMY)) == MOST
