"""What a rule says that is made of a condition of a node."""

import pytest

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.nodes import match_conditions
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Strength, shipped_taxonomy
from tests.analyzer.classify.builders import bundle, fact

TABLE = shipped_taxonomy().conditions
C = Category


def condition(type_: str, status: str = "True", reason: str = "Why", text: str = "x", **more: str) -> Fact:
    return fact("node", text, condition=type_, status=status, reason=reason, **more)


def matched(*facts: Fact) -> list[Match]:
    return match_conditions(bundle(*facts).facts, TABLE, {"node": "worker-1"})


def test_a_condition_says_its_type_its_status_and_its_reason() -> None:
    (found,) = matched(condition("DiskPressure"))
    rule = found.rule
    assert (rule.id, rule.category, rule.strength) == ("condition-diskpressure", C.RESOURCE_EXHAUSTION, Strength.STRONG)
    assert rule.title == "Node condition DiskPressure is True"
    assert rule.cause == "The node reports DiskPressure = True[ ({reason})]."
    assert rule.missing == ("The node's kernel log and the kubelet's log at the time of the transition.",)
    assert [(one.kind, one.name, one.cluster_scoped) for one in rule.fix] == [("Node", "{node}", True)]
    assert rule.source
    assert rule.alternatives == ()
    assert not rule.generic
    assert [one.id for one in found.facts] == ["F1"]


@pytest.mark.parametrize(
    ("type_", "asks", "first"),
    [
        ("MemoryPressure", ("neighbours", "metrics"), "Find what uses the resource"),
        ("DiskPressure", ("neighbours", "metrics"), "Find what uses the resource"),
        ("PIDPressure", ("neighbours", "metrics"), "Find what uses the resource"),
        ("ReadonlyFilesystem", ("neighbours", "devices"), "Read the condition's message"),
    ],
)
def test_pressure_asks_for_metrics_and_anything_else_for_devices(type_: str, asks: tuple[str, ...], first: str) -> None:
    (found,) = matched(condition(type_))
    assert found.rule.asks == asks
    assert found.rule.actions[0].do.startswith(first)
    assert len(found.rule.actions) == 2
    assert any(one.do.startswith("Read the condition's message") for one in found.rule.actions)


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ("Kubelet stopped posting node status.", {C.HARDWARE_FAILURE, C.NETWORK_PARTITION}),
        ("PLEG is not healthy", {C.HARDWARE_FAILURE, C.RESOURCE_EXHAUSTION, C.SOFTWARE_BUG}),
        ("container runtime is down", {C.HARDWARE_FAILURE, C.RESOURCE_EXHAUSTION, C.SOFTWARE_BUG}),
        ("the runtime is down", {C.HARDWARE_FAILURE, C.RESOURCE_EXHAUSTION, C.SOFTWARE_BUG}),
        ("RuntimeUnhealthy", {C.HARDWARE_FAILURE, C.RESOURCE_EXHAUSTION, C.SOFTWARE_BUG}),
        ("RuntimeProblem", {C.HARDWARE_FAILURE, C.RESOURCE_EXHAUSTION, C.SOFTWARE_BUG}),
    ],
)
def test_a_node_that_is_not_ready_has_readings_by_its_message(said: str, because: set[Category]) -> None:
    (found,) = matched(condition("Ready", "Unknown", "NodeStatusUnknown", said))
    assert (found.rule.category, found.rule.strength, found.rule.generic) == (C.UNKNOWN, Strength.SUGGESTIVE, True)
    assert {one.category for one in found.rule.alternatives} == because


def test_evictions_agree_with_pressure_and_with_nothing_else() -> None:
    evicted = fact("event", "The node was low on resource", reason="Evicted")
    assert [len(found.also) for found in matched(condition("MemoryPressure"), evicted)] == [1]
    assert [len(found.also) for found in matched(condition("ReadonlyFilesystem"), evicted)] == [0]


def test_room_on_the_disk_speaks_against_disk_pressure_alone() -> None:
    room = fact("command", "/dev/nvme0n1p2  437G  146G  269G  36% /", command="df")
    (disk,) = matched(condition("DiskPressure"), room)
    assert [words for _, words in disk.against] == ["df shows room on the file system that the kubelet watches."]
    (memory,) = matched(condition("MemoryPressure"), room)
    assert memory.against == ()


def test_what_the_kernel_said_itself_makes_a_condition_generic() -> None:
    line = fact("kernel", "I/O error")
    told = Fact(id="", kind=line.kind, source="node of app", text="I/O error", attributes={"pattern": "x"})
    assert [found.rule.generic for found in matched(condition("ReadonlyFilesystem"), told)] == [True]
    assert [found.rule.generic for found in matched(condition("ReadonlyFilesystem"), line)] == [False]


@pytest.mark.parametrize(
    "said",
    [
        condition("MemoryPressure", "False"),
        condition("Ready", "True"),
        condition("MemoryPressure", nodes="2"),
        fact("event", "x", condition="MemoryPressure", status="True"),
        fact("node", "x", resource="nvidia.com/gpu"),
    ],
)
def test_a_healthy_condition_other_nodes_and_other_facts_say_nothing(said: Fact) -> None:
    assert matched(said) == []
    assert len(matched(said, condition("DiskPressure"))) == 1
