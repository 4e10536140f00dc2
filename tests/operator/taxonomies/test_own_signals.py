"""What the example overlay declares opens cases: conditions and kernel lines of one's own machines."""

from pathlib import Path

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Severity
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from casebook_operator.signals import signals_of
from tests.analyzer.classify.builders import bundle, fact
from tests.operator.builders import condition, node, node_event

PLATFORM = Path(__file__).parents[3] / "examples" / "taxonomy" / "platform.yaml"
LINE = "rackmon: tray 2 is out of position"


@pytest.fixture(scope="module")
def ours() -> Taxonomy:
    return load_taxonomy([PLATFORM])


def test_a_condition_of_ones_own_opens_a_case(ours: Taxonomy) -> None:
    broken = node(condition("FabricDegraded", "True"))
    assert [one.failure_class for one in signals_of("Node", broken, ours)] == ["Fabric"]
    assert signals_of("Node", broken, load_taxonomy()) == ()


def test_a_kernel_line_of_ones_own_opens_a_case(ours: Taxonomy) -> None:
    (found,) = signals_of("Event", node_event(LINE), ours)
    assert (found.failure_class, found.severity) == ("Tray", Severity.CRITICAL)
    assert signals_of("Event", node_event(LINE), load_taxonomy()) == ()


def test_the_conclusion_of_a_condition_has_its_category(ours: Taxonomy) -> None:
    seen = fact("node", "FabricDegraded is True", condition="FabricDegraded", status="True", bad="true")
    assert classify(bundle(seen, node=True), ours).category is Category.NETWORK_PARTITION


def test_severity_and_runbook_reach_the_conclusion(ours: Taxonomy) -> None:
    killed = fact("state", "OOMKilled", reason="OOMKilled", container="app", exitCode="137", state="terminated")
    conclusion = classify(bundle(killed), ours)
    assert (conclusion.severity, conclusion.runbook) == (Severity.CRITICAL, "https://runbooks.example.com/memory")


def test_a_runbook_of_an_xid_reaches_the_conclusion(ours: Taxonomy) -> None:
    line = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."
    seen = fact("kernel", line, pattern="xid", xid="79", pci="0000:3b:00")
    assert classify(bundle(seen, node=True), ours).runbook == "https://runbooks.example.com/gpu/fell-off-the-bus"
