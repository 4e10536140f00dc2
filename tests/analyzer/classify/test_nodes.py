import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.classify.nodes import match_conditions
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, Conclusion, Fact
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import NODE, at, bundle, fact

TAXONOMY = shipped_taxonomy()


def condition(type_: str, status: str, reason: str, message: str = "", **more: str) -> Fact:
    text = f"Node worker-1: {type_} is {status} ({reason}): {message}"
    made = fact("node", text, time=at(), condition=type_, status=status, reason=reason, bad="true", **more)
    return Fact(
        id="",
        kind=made.kind,
        source=f"node worker-1 status.conditions[{type_}]",
        text=text,
        time=at(),
        entity=NODE,
        attributes=made.attributes,
    )


def with_its_lines(type_: str, message: str, reason: str = "X") -> tuple[Fact, ...]:
    said = condition(type_, "True", reason, message)
    return said, *kernel_facts(message, source=said.source, entity=NODE, time=at())


def conclude(*facts: Fact) -> Conclusion:
    return classify(bundle(*facts, node=True), TAXONOMY)


@pytest.mark.parametrize(
    ("said", "category"),
    [
        (condition("Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."), "unknown"),
        (condition("Ready", "False", "KubeletNotReady", "PLEG is not healthy: pleg was last seen 4m ago"), "unknown"),
        (
            condition("Ready", "False", "KubeletNotReady", "NetworkReady=false reason:NetworkPluginNotReady"),
            "network_partition",
        ),
        (condition("MemoryPressure", "True", "KubeletHasInsufficientMemory"), "resource_exhaustion"),
        (condition("AcceleratedHardwareReady", "False", "NvidiaNVLinkError"), "hardware_failure"),
        (condition("AcceleratedHardwareReady", "False", "FabricManagerNotRunning"), "driver_issue"),
        (condition("AcceleratedHardwareReady", "False", "NvidiaPCIeError"), "pcie_error"),
        (condition("KernelReady", "False", "ForkFailedOutOfPIDs"), "resource_exhaustion"),
        (condition("StorageReady", "False", "EBSVolumeIOPSExceeded"), "resource_exhaustion"),
        (condition("NetworkingReady", "False", "IPAMDNotReady"), "network_partition"),
        (condition("GpuPcieWatch", "True", "GpuPcieWatchIsNotHealthy"), "pcie_error"),
        (condition("GpuDriverWatch", "True", "GpuDriverWatchIsNotHealthy"), "driver_issue"),
        (condition("NVIDIAGRIDStatusInvalid", "True", "NoLicense"), "config_error"),
        (condition("CSPMaintenance", "True", "Planned"), "unknown"),
        (condition("DiskReadonly", "True", "DiskReadonly"), "hardware_failure"),
        (condition("NTPProblem", "True", "NTPIsDown"), "config_error"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.attributes["reason"],
)
def test_a_condition_is_read_by_its_type_its_reason_and_its_message(said: Fact, category: str) -> None:
    assert conclude(said).category == category


def test_a_healthy_status_says_nothing() -> None:
    healthy = condition("AcceleratedHardwareReady", "True", "NvidiaGPUIsReady")
    assert match_conditions([healthy], TAXONOMY.conditions, {}) == []


@pytest.mark.parametrize(
    ("message", "category"),
    [
        ("ErrorCode:79 PCI:0000:3b:00 GPU has fallen off the bus Recommended Action=RESTART_BM;", "pcie_error"),
        ("ErrorCode:119 PCI:0000:3b:00 GSP RPC timeout Recommended Action=COMPONENT_RESET;", "driver_issue"),
        ("mlx5_core 0000:5c:00.0: Detected insufficient power on the PCIe slot (27W).", "pcie_error"),
    ],
)
def test_the_kernel_line_in_a_message_wins_over_the_type(message: str, category: str) -> None:
    assert conclude(*with_its_lines("SysLogsNICDriverError", message)).category == category


def test_a_dead_disk_explains_a_node_that_is_not_ready() -> None:
    not_ready = condition("Ready", "False", "KubeletNotReady", "container runtime is down")
    disk = kernel_facts("nvme nvme1: Disabling device after reset failure: -19", source="kernel log", entity=NODE)
    conclusion = conclude(not_ready, *disk)
    assert conclusion.category is Category.HARDWARE_FAILURE
    assert "nvme1" in conclusion.summary


def test_nodes_that_fall_silent_together_share_a_network() -> None:
    several = fact("node", "3 of 6 nodes are not heard of", condition="Ready", status="Unknown", nodes="3", of="6")
    silent = condition("Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.")
    assert conclude(silent, several).category is Category.NETWORK_PARTITION
    assert conclude(silent).category is Category.UNKNOWN


def test_pressure_on_a_disk_with_room_is_a_threshold() -> None:
    pressure = condition("DiskPressure", "True", "KubeletHasDiskPressure", "kubelet has disk pressure")
    room = fact("command", "/dev/nvme0n1p2  437G  146G  269G  36% /", command="df", row="2")
    full = fact("command", "/dev/nvme0n1p2  437G  412G    3G  97% /", command="df", row="2")
    assert conclude(pressure, room).category is Category.CONFIG_ERROR
    assert conclude(pressure, full).category is Category.RESOURCE_EXHAUSTION


def test_a_runtime_that_hangs_has_readings_of_its_own() -> None:
    conclusion = conclude(condition("Ready", "False", "KubeletNotReady", "container runtime is down"))
    assert {reading.category for reading in conclusion.alternatives} == {
        Category.HARDWARE_FAILURE,
        Category.RESOURCE_EXHAUSTION,
    }


def test_a_condition_names_its_node_as_what_to_look_at() -> None:
    conclusion = conclude(condition("ReadonlyFilesystem", "True", "FilesystemIsReadOnly"))
    assert ("Node", "worker-1") in {(entity.kind, entity.name) for entity in conclusion.entities}
    assert all(action.do for action in conclusion.actions)


def test_other_nodes_that_are_silent_say_nothing_of_this_one() -> None:
    others = fact("node", "2 of 6 nodes are not heard of", condition="Ready", status="Unknown", nodes="2", of="6")
    assert conclude(others).rules == ()
