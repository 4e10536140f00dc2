"""Which device a line of a kernel or of an agent is about."""

from casebook_analyzer.evidence.devices import devices_named, fault_in, may_be_behind, only_device_in
from tests.rows import of_every

ADDRESS = "0000:3b:00"
LINES = {
    "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.": ("xid-79", ADDRESS),
    "NVRM: GPU 0000:3b:00.0: GPU has fallen off the bus.": ("xid-79", ADDRESS),
    "nvidia 0000:3b:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer": (
        "pcie",
        ADDRESS,
    ),
    "pcieport 0000:3a:00.0: AER: Uncorrected (Fatal) error received: 0000:3b:00.0": ("pcie", ADDRESS),
    "NVRM: Xid (PCI:0000:3b:00): 119, pid=1, name=a, Timeout after 6s of waiting for RPC response from GPU4 GSP!": (
        *("xid-119", ADDRESS),
    ),
    "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up": ("sxid-20034", "0000:05:00"),
    "EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: reading directory": ("filesystem-error", "sda"),
    "blk_update_request: I/O error, dev nvme1n1, sector 123": ("block-io-error", "nvme1"),
    "Buffer I/O error on dev dm-0, logical block 1, async page read": ("block-io-error", ""),
    "mlx5_core 0000:3b:00.1: poll_health:800:(pid 0): device's health compromised - reached miss count": (
        *("nic-failure", ADDRESS),
    ),
    "NETDEV WATCHDOG: enp59s0f0np0 (mlx5_core): transmit queue 3 timed out": ("nic-timeout", ADDRESS),
    "mlx5_core 0000:5e:00.0: Port module event[error]: module 1, Cable error, Bus stuck": ("nic-module", "0000:5e:00"),
    "ErrorCode:79 GPU:3 PCI:0000:3b:00 Recommended Action=RESTART_BM;": ("xid-79", ADDRESS),
    "ErrorCode:DCGM_FR_VOLATILE_DBE_DETECTED GPU:0 Detected 1 volatile double-bit ECC error(s) in GPU 0.": ("", "gpu0"),
    "NVRM: API mismatch: the client has the version 1.2, but this kernel module has the version 1.3": (
        *("driver-api-mismatch", ""),
    ),
    "the fan is loud": ("", ""),
}


@of_every("line", LINES)
def test_a_line_is_about_one_device_and_one_fault(line: str) -> None:
    found = fault_in(line)
    assert (found.fault, found.device) == LINES[line]
    assert not found.is_port


def test_a_port_that_reports_itself_is_a_port() -> None:
    line = (
        "pcieport 0000:00:1c.4: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Physical Layer, (Receiver ID)"
    )
    found = fault_in(line)
    assert (found.device, found.is_port) == ("0000:00:1c.4", True)
    assert (
        fault_in("pcieport 0000:00:1c.4: AER: Uncorrected (Fatal) error received: 0000:00:1c.4").device == found.device
    )


def test_of_several_devices_a_text_is_about_none_alone() -> None:
    assert only_device_in("GPU:0 and GPU:1 are hot") == ""
    assert devices_named("GPU:0 and 0000:3b:00 are hot") == {"gpu0", ADDRESS}


@of_every(
    ("port", "device", "behind"),
    [
        ("0000:3a:00", "0000:3b:00", True),
        ("0000:3a:00", "0000:4a:00", True),
        ("0000:3a:00", "0000:4b:00", False),
        ("0000:3a:00", "0000:5e:00", False),
        ("0000:3a:00", "0000:3a:01", False),
        ("0000:3b:00", "0000:3a:00", False),
        ("0001:3a:00", "0000:3b:00", False),
        ("0000:3a:00", "sda", False),
    ],
)
def test_what_is_behind_a_port_has_one_of_the_next_buses(port: str, device: str, behind: bool) -> None:
    assert may_be_behind(port, device) is behind
