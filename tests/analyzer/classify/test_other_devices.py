"""What happens to other devices of a node does not explain what happens to one."""

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, EvidenceBundle, Fact, SubjectRef
from casebook_analyzer.taxonomy import load_taxonomy
from tests.analyzer.classify.builders import NODE, at, bundle, fact

TAXONOMY = load_taxonomy(())
FALLEN = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, name=a, GPU has fallen off the bus."
DOUBLE_BIT = "NVRM: Xid (PCI:0000:86:00): 48, pid=1, name=a, An uncorrectable double bit error has been detected"
PORT = "pcieport 0000:85:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Physical Layer"
UUID = "GPU-8a5c1111-2222-3333-4444-555566667777"


def line(text: str, seconds: float = 0) -> Fact:
    (found,) = kernel_facts(text, source="event", entity=NODE, time=at(seconds))
    return found


def case_of(device: str, *facts: Fact, message: str = "") -> EvidenceBundle:
    about = SubjectRef(kind="Node", name="worker-1", node_name="worker-1", device=device)
    return bundle(*facts, node=True, subject=about, signal={"device": device, "message": message})


def told(text: str, kind: str = "node") -> Fact:
    return fact(kind, text, condition="XidCriticalError", bad="true")


def kept(of: EvidenceBundle) -> list[str]:
    return [one.text for one in eligible_facts(of)]


def test_of_two_devices_each_is_concluded_from_its_own_lines() -> None:
    facts = (line(FALLEN), line(DOUBLE_BIT, 30), told(f"Node worker-1: XidCriticalError is True: {DOUBLE_BIT}"))
    first, second = case_of("0000:3b:00", *facts), case_of("0000:86:00", *facts)
    assert kept(first) == [FALLEN]
    assert kept(second) == [DOUBLE_BIT, facts[2].text]
    concluded = [classify(one, TAXONOMY) for one in (first, second)]
    assert [one.category for one in concluded] == [Category.PCIE_ERROR, Category.HARDWARE_FAILURE]
    assert [one.signature.xid for one in concluded] == [79, 48]


def test_two_devices_with_the_same_fault_are_of_one_family() -> None:
    keys = set()
    for bus, disk in (("3b", "nvme0n1"), ("86", "nvme3n1")):
        gpu = FALLEN.replace("3b", bus)
        keys.add(classify(case_of(f"0000:{bus}:00", line(gpu)), TAXONOMY).signature.key)
        failed = f"blk_update_request: I/O error, dev {disk}, sector 8 op 0x1:(WRITE)"
        keys.add(classify(case_of(disk.removesuffix("n1"), line(failed)), TAXONOMY).signature.key)
    assert len(keys) == 2


@pytest.mark.parametrize("kind", ["node", "event"])
def test_a_text_that_names_several_devices_is_about_each_of_them(kind: str) -> None:
    both = told(f"{FALLEN} {DOUBLE_BIT}", kind)
    assert kept(case_of("0000:86:00", both)) == [both.text]


def test_what_names_no_device_or_names_it_otherwise_stays() -> None:
    facts = [told("Node worker-1 has 7 of 8 nvidia.com/gpu allocatable"), told("GPU:3 is sick")]
    assert kept(case_of("0000:86:00", *facts)) == [one.text for one in facts]
    named = f"ErrorCode:48 GPU:5 PCI:0000:86:00 GPU_UUID:{UUID}"
    assert kept(case_of("0000:86:00", *facts, message=named)) == [facts[0].text]


def test_a_port_and_what_is_behind_it_explain_each_other() -> None:
    facts = (line(PORT), line(DOUBLE_BIT, 1), line(FALLEN, 2), told(f"Node worker-1: PcieAerError is True: {PORT}"))
    behind = [PORT, DOUBLE_BIT, facts[3].text]
    assert kept(case_of("0000:86:00", *facts)) == behind
    assert kept(case_of("0000:85:00", *facts, message=PORT)) == behind


def test_a_case_of_the_node_or_of_a_workload_keeps_all() -> None:
    facts = (line(FALLEN), line(DOUBLE_BIT))
    assert len(kept(bundle(*facts, node=True))) == len(kept(bundle(*facts))) == 2


def test_a_card_that_fails_in_the_same_second_does_not_explain_the_memory_of_the_machine() -> None:
    memory = "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_Ha#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x0 offset:0x0)"
    about = SubjectRef(kind="Node", name="worker-1", node_name="worker-1")
    for failure_class, left in (("NodeHardware", [PORT, memory]), ("NodeKernel", [FALLEN, PORT, memory])):
        signal = {"failure_class": failure_class, "message": memory}
        facts = (line(FALLEN), line(PORT), line(memory))
        assert kept(bundle(*facts, node=True, subject=about, signal=signal)) == left
