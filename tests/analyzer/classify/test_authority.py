"""Who has a say about what may begin, and what is only what was done to something that ran."""

from casebook_analyzer.classify.authority import is_enforced
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.witnesses import Witnesses
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Strength
from tests.analyzer.classify.builders import fact, log, rule
from tests.rows import of_every

KEY = fact("event", "couldn't find key url in ConfigMap", reason="Failed", component="kubelet")
PLACED = fact("event", "0/3 nodes are available: 3 Insufficient cpu", reason="FailedScheduling")
ADMITTED = fact("event", "exceeded quota: team", reason="FailedCreate", component="replicaset-controller")
WAITS = fact("state", "couldn't find key", state="waiting", reason="CreateContainerConfigError")
GONE = fact("object", "ConfigMap x does not exist", object="ConfigMap", name="x", exists="false", finding="missing")
XID = fact("kernel", "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.", pattern="xid", xid="79")
KILLED = fact("state", "OOMKilled", state="terminated", reason="OOMKilled", exitCode="137")
NEVER_RAN = fact("state", "no such file", state="terminated", reason="StartError", exitCode="128")
CONFIG, DECISIVE = Category.CONFIG_ERROR, Strength.DECISIVE


@of_every(
    ("facts", "category", "strength", "enforced"),
    [
        ([KEY], CONFIG, DECISIVE, True),
        ([KEY], CONFIG, Strength.STRONG, True),
        ([KEY], CONFIG, Strength.SUGGESTIVE, False),
        ([WAITS], CONFIG, DECISIVE, True),
        ([NEVER_RAN], CONFIG, DECISIVE, True),
        ([PLACED], Category.SCHEDULING_FAILURE, DECISIVE, True),
        ([ADMITTED], Category.RESOURCE_EXHAUSTION, DECISIVE, True),
        ([GONE], CONFIG, DECISIVE, True),
        ([XID], Category.PCIE_ERROR, DECISIVE, True),
        ([XID], Category.PCIE_ERROR, Strength.STRONG, True),
        ([XID], Category.PCIE_ERROR, Strength.SUGGESTIVE, False),
        ([XID], Category.RESOURCE_EXHAUSTION, DECISIVE, False),  # the kernel's kill for memory is an effect
        ([KILLED], Category.RESOURCE_EXHAUSTION, DECISIVE, False),
        ([fact("event", "Liveness probe failed", reason="Unhealthy", component="kubelet")], CONFIG, DECISIVE, False),
        ([fact("event", "low on memory", reason="Evicted", component="kubelet")], CONFIG, DECISIVE, False),
        ([fact("event", "odd", reason="Odd", component="my-agent")], CONFIG, DECISIVE, False),
        ([fact("node", "GPU 3 is bad", condition="GpuHealth", status="True")], CONFIG, DECISIVE, False),
        ([log("couldn't find key url in ConfigMap")], CONFIG, DECISIVE, False),
        ([KEY, log("couldn't find key")], CONFIG, DECISIVE, False),  # it needs the program's word as well
        ([KEY, fact("event", "Back-off", reason="BackOff")], CONFIG, DECISIVE, True),
        ([fact("event", "Back-off", reason="BackOff")], CONFIG, DECISIVE, False),
    ],
)
def test_the_refusal_of_the_one_that_enforces(
    facts: list[Fact], category: Category, strength: Strength, *, enforced: bool
) -> None:
    match = Match(rule=rule(category, strength=strength), facts=tuple(facts))
    assert is_enforced(match, Witnesses(facts)) is enforced
