import pytest

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.evidence.kernel import kernel_patterns
from casebook_analyzer.models import Entity, Fact

NODE = Entity(kind="Node", name="worker-1")


def parse(text: str) -> tuple[Fact, ...]:
    return kernel_facts(text, source="kernel log", entity=NODE)


@pytest.mark.parametrize(
    ("line", "attributes"),
    [
        (
            "NVRM: Xid (PCI:0000:9b:00): 119, pid=2024380, name=nvidia-smi, Timeout after 6s",
            {"pattern": "xid", "pci": "0000:9b:00", "xid": "119", "pid": "2024380", "process": "nvidia-smi"},
        ),
        (
            "NVRM: Xid (PCI:0009:01:00): 149, NETIR_LINK_EVT  Fatal   XC0 i0 Link 15",
            {"pattern": "xid", "pci": "0009:01:00", "xid": "149"},
        ),
        ("detected XID-79 on the instance, review kernel logs", {"pattern": "xid", "xid": "79"}),
        (
            "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
            {"pattern": "sxid", "pci": "0000:05:00.0", "sxid": "20034", "severity": "Fatal"},
        ),
        (
            "pcieport 0000:50:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (X)",
            {
                "pattern": "pcie-aer",
                "port": "0000:50:00.0",
                "severity": "Uncorrectable (Fatal)",
                "layer": "Transaction Layer",
            },
        ),
        (
            "[12.000001] Memory cgroup out of memory: Killed process 12 (python) total-vm:1kB",
            {"pattern": "oom-cgroup", "victim_pid": "12", "victim": "python", "kernelTime": "12.000001"},
        ),
        (
            "Out of memory: Killed process 13 (java) total-vm:1kB",
            {"pattern": "oom-node", "victim_pid": "13", "victim": "java"},
        ),
        (
            "nvidia: version magic '6.8.0-41' should be '6.8.0-45'",
            {"pattern": "driver-version-magic", "module": "nvidia", "have": "6.8.0-41", "want": "6.8.0-45"},
        ),
    ],
)
def test_a_kernel_line_is_taken_apart(line: str, attributes: dict[str, str]) -> None:
    (fact,) = parse(line)
    assert fact.attributes == attributes


def test_three_lines_about_a_lost_gpu_are_one_fact() -> None:
    (fact,) = parse(
        "[1.0] NVRM: The NVIDIA GPU 0000:b3:00.0\n"
        "[1.0] NVRM: (PCI ID: 10de:26b5) installed in this system has\n"
        "[1.0] NVRM: fallen off the bus and is not responding to commands."
    )
    assert fact.attributes["pattern"] == "fallen-off-bus"
    assert fact.attributes["pci"] == "0000:b3:00.0"


def test_many_identical_lines_are_one_fact_with_a_count() -> None:
    (fact,) = parse("NVRM: Xid (PCI:0000:9b:00): 31, pid=1, name=python\n" * 1_000)
    assert fact.count == 1_000


@pytest.mark.parametrize(
    "text", ["", "kernel has no deadlock", "nv_get_p2p_free_callback:127 ERROR detected invalid context"]
)
def test_healthy_and_noisy_lines_are_no_facts(text: str) -> None:
    assert parse(text) == ()


def test_the_address_in_a_switch_error_does_not_make_it_a_gpu_error() -> None:
    assert parse("nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 12028, Non-fatal, x")[0].attributes["pattern"] == "sxid"


def test_every_pattern_names_its_source() -> None:
    assert all(pattern.source for pattern, _ in kernel_patterns())
