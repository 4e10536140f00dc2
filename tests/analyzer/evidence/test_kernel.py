from datetime import UTC, datetime

import pytest

from casebook_analyzer.evidence import kernel_facts, strange_kernel_facts
from casebook_analyzer.evidence.kernel import MAX_FACTS_OF_ONE_MESSAGE, MAX_STRANGE
from casebook_analyzer.models import Entity, Fact
from casebook_analyzer.taxonomy import KernelPattern
from tests.rows import of_every

NODE = Entity(kind="Node", name="worker-1")


def parse(text: str) -> tuple[Fact, ...]:
    return kernel_facts(text, source="kernel log", entity=NODE, limit=len(text))


@of_every(
    ("line", "attributes"),
    [
        (
            "NVRM: Xid (PCI:0000:9b:00): 119, pid=2024380, name=nvidia-smi, Timeout after 6s",
            {"pattern": "xid", "pci": "0000:9b:00", "xid": "119", "pid": "2024380", "process": "nvidia-smi"},
        ),
        ("NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.", {"pattern": "xid", "xid": "79"}),
        ("NVRM: Xid (PCI:0000:9b:00 GPU-I:05): 95, pid='<unknown>', name=<unknown>, x", {"xid": "95"}),
        (
            "NVRM: Xid (PCI:0009:01:00): 149, NETIR_LINK_EVT  Fatal   XC0 i0 Link 15",
            {"pattern": "xid", "xid": "149", "severity": "Fatal", "link": "15"},
        ),
        (
            "NVRM: Xid (PCI:0009:01:00): 45, pid=1, name=x, Ch 00000001 caused by previous Xid 149",
            {"xid": "45", "previous": "149"},
        ),
        (
            "NVRM: Xid (PCI:0009:01:00): 154, GPU recovery action changed from 0x0 (None) to 0x4 (Drain and Reset)",
            {"xid": "154", "recovery": "Drain and Reset"},
        ),
        ("detected XID-79 on the instance, review kernel logs", {"pattern": "xid", "xid": "79"}),
        ("XidCriticalError: Xid=48 on Device=GPU-1; marking device as unhealthy.", {"xid": "48"}),
        ('DCGM_FI_DEV_XID_ERRORS{gpu="3"} 63', {"xid": "63"}),
        ("ErrorCode:74 GPU:3 PCI:0000:4e:00 NVLink Recommended Action=COMPONENT_RESET", {"xid": "74"}),
        (
            "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
            {"pattern": "sxid", "pci": "0000:05:00.0", "sxid": "20034", "severity": "Fatal", "link": "30"},
        ),
        (
            "pcieport 0000:50:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (X)",
            {"pattern": "pcie-aer", "port": "0000:50:00.0", "severity": "Uncorrectable (Fatal)"},
        ),
        (
            "pcieport 0000:00:1c.0: AER: Corrected error received: id=00e0",
            {"pattern": "pcie-aer-received", "severity": "Corrected", "port": "0000:00:1c.0"},
        ),
        ("pcieport 0000:64:02.0: pciehp: Slot(12): Card not present", {"pattern": "pcie-link-down", "slot": "12"}),
        ("NVRM: GPU 0000:01:00.0: RmInitAdapter failed! (0x26:0xffff:1127)", {"code": "0x26:0xffff:1127"}),
        (
            "Memory cgroup out of memory: Killed process 12 (python) total-vm:1kB, anon-rss:9kB",
            {"pattern": "oom-cgroup", "victim_pid": "12", "victim": "python", "anon_rss": "9kB"},
        ),
        (
            "oom-kill:constraint=CONSTRAINT_MEMCG,oom_memcg=/pod5f1f1a3e_1111_2222_3333_444455556666,task=java,pid=7",
            {"pattern": "oom-cgroup", "process": "java", "pod_uid": "5f1f1a3e_1111_2222_3333_444455556666"},
        ),
        ("Out of memory: Killed process 13 (java) total-vm:1kB", {"pattern": "oom-node", "victim": "java"}),
        (
            "nvidia: version magic '6.8.0-41' should be '6.8.0-45'",
            {"pattern": "driver-version-magic", "module": "nvidia", "have": "6.8.0-41", "want": "6.8.0-45"},
        ),
        ("mlx5_core 0000:65:00.0 eth0: NETDEV WATCHDOG: CPU: 5: transmit queue 0 timed out", {"interface": "eth0"}),
        ("NETDEV WATCHDOG: eth0 (mlx5_core): transmit queue 0 timed out", {"device": "eth0", "driver": "mlx5_core"}),
    ],
)
def test_a_kernel_line_is_taken_apart(line: str, attributes: dict[str, str]) -> None:
    (fact,) = parse(line)
    assert fact.attributes.items() >= attributes.items()


@pytest.mark.parametrize(
    "rows",
    [
        (
            "NVRM: The NVIDIA GPU 0000:b3:00.0",
            "NVRM: (PCI ID: 10de:26b5) installed in this system has",
            "NVRM: fallen off the bus and is not responding to commands.",
        ),
        ("NVRM: GPU 0000:b3:00.0: GPU has fallen off the bus.",),
    ],
)
def test_a_gpu_without_an_xid_is_lost_in_one_line_or_in_three(rows: tuple[str, ...]) -> None:
    (fact,) = parse("\n".join(f"[1.0] {row}" for row in rows))
    assert fact.attributes["pattern"] == "fallen-off-bus"
    assert fact.attributes["pci"] == "0000:b3:00.0"


def test_the_same_beginning_may_end_in_another_message() -> None:
    (fact,) = parse(
        "NVRM: The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:1b06)\n"
        "NVRM: installed in this system is not supported by the\nNVRM: NVIDIA 590.48.01 driver release."
    )
    assert fact.attributes["pattern"] == "driver-unsupported-gpu"


def test_a_record_of_the_firmware_is_one_fact_with_its_severity() -> None:
    first, second = parse(
        "{1}[Hardware Error]: Hardware error from APEI Generic Hardware Error Source: 5\n"
        "{1}[Hardware Error]: event severity: fatal\n"
        "{1}[Hardware Error]:   section_type: PCIe error\n"
        "{1}[Hardware Error]:   device_id: 0000:80:01.1\n"
        "{2}[Hardware Error]: Hardware error from APEI Generic Hardware Error Source: 1\n"
        "{2}[Hardware Error]: event severity: corrected\n"
        "{2}[Hardware Error]:   section_type: memory error\n"
    )
    assert first.attributes | {"pattern": "pcie-hardware-record", "severity": "fatal"} == first.attributes
    assert second.attributes | {"pattern": "memory-hardware-record", "severity": "corrected"} == second.attributes


def test_a_crash_names_the_module_in_which_it_happened() -> None:
    (fact,) = parse(
        "[7.0] BUG: unable to handle page fault for address: ffffffffc0000000\n"
        "[7.0] #PF: supervisor read access in kernel mode\n"
        "[7.0] usb 1-1: another processor prints in between\n"
        "[7.0] Oops: 0000 [#1] SMP NOPTI\n"
        "[7.0] CPU: 3 PID: 1234 Comm: python3 Tainted: P OE 5.15.0-91-generic\n"
        "[7.0] RIP: 0010:uvm_va_block_find+0x12/0x40 [nvidia_uvm]"
    )
    assert fact.attributes["module"] == "nvidia_uvm"
    assert fact.attributes["function"] == "uvm_va_block_find"
    assert fact.attributes["process"] == "python3"


def test_the_bits_of_a_bus_error_belong_to_it() -> None:
    (fact,) = parse(
        "pcieport 0000:50:00.0: AER: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, (X)\n"
        "pcieport 0000:50:00.0:   device [8086:3c02] error status/mask=00004000/00000000\n"
        "pcieport 0000:50:00.0:    [14] CmpltTO                (First)"
    )
    assert fact.attributes["error"] == "CmpltTO"


def test_lines_of_one_message_are_one_fact_that_says_what_differs() -> None:
    (fact,) = parse("".join(f"[{i}.5] NVRM: Xid (PCI:0000:9b:00): 31, pid={i}, name=python\n" for i in range(1, 31)))
    assert fact.count == 30
    assert fact.attributes["pids"] == "30"
    assert (fact.attributes["kernelTime"], fact.attributes["lastKernelTime"]) == ("1.5", "30.5")


def test_versions_that_differ_are_one_message_of_several_rows() -> None:
    (fact,) = parse(
        "[1.0] NVRM: API mismatch: the client 'nvidia-device-p' (pid 812)\n"
        "[1.1]       NVRM: has the version 550.163.01, but this kernel module has\n"
        "[1.2]       NVRM: the version 550.144.03.  Please make sure that this\n"
        "[1.3]       NVRM: kernel module and all NVIDIA driver components\n"
        "[1.4]       NVRM: have the same version.\n"
    )
    assert (fact.attributes["client"], fact.attributes["module"]) == ("550.163.01", "550.144.03")


def test_a_single_corrected_error_is_not_often() -> None:
    line = "pcieport 0000:3a:00.0: AER: Corrected error received: 0000:3a:00.0\n"
    assert "often" not in parse(line)[0].attributes
    assert parse(line * 50)[0].attributes["often"] == "true"


def test_a_flood_is_parsed_in_time_linear_in_its_lines_and_stays_small() -> None:
    facts = parse("[1.0] NVRM: Xid (PCI:0000:9b:00): 31, pid=1, name=python\n" * 200_000)
    assert [fact.count for fact in facts] == [200_000]


def test_a_flood_of_different_programs_stays_small_and_is_counted() -> None:
    lines = (f"p{i}[{i}]: segfault at 8 ip 0000f1 sp 0000fd error 4 in libc.so.6" for i in range(1, 2_001))
    facts = parse("\n".join(lines))
    assert len(facts) == MAX_FACTS_OF_ONE_MESSAGE + 1
    assert sum(fact.count for fact in facts) == 2_000


@of_every(
    "line",
    [
        "",
        "kernel has no deadlock",
        "nv_get_p2p_free_callback:127 ERROR detected invalid context",
        "mlx5_core 0000:d2:00.0: mlx5_cmd_out_err:838:(pid 9): ACCESS_REG(0x805) op_mod(0x1) failed, status bad",
        "pcieport 0000:00:01.0: AER: enabled with IRQ 122",
        "ACPI BIOS Error (bug): Could not resolve symbol [\\_SB.PC00], AE_NOT_FOUND",
        "cni0: port 3(veth5a1b2c3d) entered disabled state",
        "device veth5a1b2c3d left promiscuous mode",
        "systemd-networkd[901]: veth5a1b2c3d: Lost carrier",
        "IPv6: ADDRCONF(NETDEV_UP): eth0: link is not ready",
        "nvidia: module verification failed: signature and/or required key missing - tainting kernel",
        'audit: type=1400 audit(1.2:44): apparmor="STATUS" operation="profile_replace"',
        "EDAC MC0: Giving out device to module skx_edac controller Skylake",
        "ata3: SATA link down (SStatus 0 SControl 300)",
        "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 20034, Severity 1 Engine instance 30 Sub-engine instance 00",
        "oom_reaper: reaped process 22114 (java), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB",
        "nfs: server filer01 OK",
    ],
)
def test_healthy_and_noisy_lines_are_no_facts(line: str) -> None:
    assert parse(line) == ()


def test_the_address_in_a_switch_error_does_not_make_it_a_gpu_error() -> None:
    assert parse("nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 12028, Non-fatal, x")[0].attributes["pattern"] == "sxid"


def test_a_line_that_says_when_has_its_own_time_and_any_other_that_of_the_text() -> None:
    said = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    text = "2026-03-01T01:02:03+0100 host kernel: NVRM: Xid (PCI:0000:9b:00): 48, x\nNVRM: Xid (PCI:0000:9b:00): 64, x"
    dated, undated = kernel_facts(text, source="Event", entity=NODE, time=said)
    assert dated.time == datetime(2026, 3, 1, 0, 2, 3, tzinfo=UTC)
    assert undated.time == said


def test_a_line_in_an_event_about_a_condition_is_told_without_what_is_around_it() -> None:
    """As node-problem-detector writes it, quoted by Go."""
    head = "Node condition GpuFault is now: True, reason: XidError, message: "
    (fact,) = parse(head + r'"NVRM: Xid (PCI:0000:9b:00): 79, pid=\"7\", GPU has fallen off the bus."')
    assert fact.text == 'NVRM: Xid (PCI:0000:9b:00): 79, pid="7", GPU has fallen off the bus.'
    two = parse(head + r'"NVRM: Xid (PCI:0000:9b:00): 48, x\nNVRM: Xid (PCI:0000:9b:00): 63, y"')
    assert [fact.attributes["xid"] for fact in two] == ["48", "63"]


def test_colours_of_a_terminal_hide_nothing() -> None:
    (fact,) = parse("\x1b[32m[   12.5] \x1b[0m\x1b[31mNVRM: Xid (PCI:0000:9b:00): 79, x\x1b[0m")
    assert fact.attributes["xid"] == "79"
    assert fact.attributes["kernelTime"] == "12.5"


def test_patterns_of_the_user_come_before_the_shipped_ones() -> None:
    own = KernelPattern(name="our-device", pattern=r"NVRM: Xid .*: 79\b", source="our runbook")
    (fact,) = kernel_facts("NVRM: Xid (PCI:0000:9b:00): 79, x", source="log", entity=NODE, own=[own])
    assert fact.attributes["pattern"] == "our-device"


@pytest.mark.parametrize(
    "hostile",
    [
        f"NVRM: Xid (PCI:0000:9b:00): {'9' * 5_000}, x",
        f"[{'9' * 5_000}.0] NVRM: Xid (PCI:0000:9b:00): 79, x",
        f"6,1,{'9' * 5_000},-;NVRM: Xid (PCI:0000:9b:00): 79, x",
        "Feb 31 25:61:61 host kernel: NVRM: Xid (PCI:0000:9b:00): 79, x",
        "NVRM: Xid (PCI:" + "0:" * 50_000 + "): 79, x",
    ],
)
def test_absurd_numbers_do_no_harm(hostile: str) -> None:
    for fact in parse(hostile):
        assert len(fact.text) <= 800
        assert all(len(value) <= 200 for value in fact.attributes.values())


def test_what_no_pattern_knows_is_shown_when_it_sounds_like_trouble_and_the_last_of_it() -> None:
    log = "\n".join(
        [
            "[1.0] flux0: firmware error 7",
            "[2.0] systemd[1]: Started kubelet.",
            "[3.0] NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.",
            "[4.0] nv_get_p2p_free_callback:127 ERROR detected invalid context",  # known as noise
            *(f"[{5 + number}.0] flux{number}: timeout" for number in range(MAX_STRANGE)),
            "[9.0] flux0: timeout",
        ]
    )
    found = strange_kernel_facts(log, source="kernel log", entity=NODE)
    assert [fact.text for fact in found] == ["flux1: timeout", "flux2: timeout", "flux0: timeout"]
    assert {fact.attributes["strange"] for fact in found} == {"true"}
    assert not strange_kernel_facts("[1.0] all is well", source="kernel log", entity=NODE)


def test_a_port_that_did_not_recover_is_a_port() -> None:
    (fact,) = parse("pcieport 0000:c0:01.1: AER: device recovery failed")
    assert (fact.attributes["pattern"], fact.attributes["port"]) == ("pcie-recovery-failed", "0000:c0:01.1")
