"""What it is not, and why: each sentence cites facts, and absence counts only where somebody looked."""

from datetime import timedelta

from casebook_analyzer.classify.exclusions import exclusions, ruled_out
from casebook_analyzer.classify.lookup import texts_of
from casebook_analyzer.classify.templates import known_names
from casebook_analyzer.models import Category, EvidenceBundle, Fact, RuledOut
from casebook_analyzer.taxonomy.patterns import pattern_problem
from tests.analyzer.classify.builders import ONSET, bundle, ended, fact, gap, log
from tests.rows import of_every

KILLED = ended(137)
WAITS = fact("state", "Container app waits", container="app", state="waiting", reason="ImagePullBackOff")
READY = fact("node", "Node worker-1: Ready is True", condition="Ready", status="True", bad="false")


def reasons(of: EvidenceBundle, *but: Category) -> dict[Category, RuledOut]:
    return {ruled.category: ruled for ruled in ruled_out(of, known_names(of), but)}


@of_every(
    ("facts", "category", "says"),
    [
        ([KILLED], Category.RESOURCE_EXHAUSTION, "Not out of memory"),
        ([ended(1)], Category.RESOURCE_EXHAUSTION, "ended by itself with exit code 1"),
        ([log("dial tcp 10.0.0.1:5432: connect: connection refused")], Category.NETWORK_PARTITION, "was reached"),
        ([log("lookup db on 10.96.0.10:53: no such host")], Category.NETWORK_PARTITION, "it answered"),
        ([fact("event", "Successfully pulled image", reason="Pulled")], Category.NETWORK_PARTITION, "registry"),
        ([READY], Category.HARDWARE_FAILURE, "Not the node"),
        (
            [fact("node", "8 of 8", resource="nvidia.com/gpu", capacity="8", allocatable="8", bad="false")],
            Category.PCIE_ERROR,
            "all 8 nvidia.com/gpu",
        ),
        ([WAITS], Category.SCHEDULING_FAILURE, "got a node, where its container waits (ImagePullBackOff)"),
        (
            [fact("object", "quota", object="ResourceQuota", name="team", finding="ok")],
            Category.RESOURCE_EXHAUSTION,
            "Not the quota: team",
        ),
        (
            [fact("change", "was rolled out, 9 h before the first failure", change="rollout", secondsBefore="32400")],
            Category.CONFIG_ERROR,
            "Not a rollout",
        ),
    ],
)
def test_facts_speak_against_a_category(facts: list[Fact], category: Category, says: str) -> None:
    found = reasons(bundle(*facts))[category]
    assert says in found.reason
    assert found.facts == ("F1",)
    assert "unknown" not in found.reason


@of_every(
    ("facts", "category"),
    [
        ([KILLED, fact("kernel", "Killed process", pattern="oom-node")], Category.RESOURCE_EXHAUSTION),
        ([KILLED, fact("event", "System OOM", reason="SystemOOM")], Category.RESOURCE_EXHAUSTION),
        ([ended(1), log("java.lang.OutOfMemoryError")], Category.RESOURCE_EXHAUSTION),
        ([ended(1), log("write: no space left on device")], Category.RESOURCE_EXHAUSTION),
        ([log("connection refused"), log("i/o timeout")], Category.NETWORK_PARTITION),
        ([log("no such host"), log("Temporary failure in name resolution")], Category.NETWORK_PARTITION),
        ([READY, fact("node", "DiskPressure", condition="DiskPressure", bad="true")], Category.HARDWARE_FAILURE),
        ([READY, fact("kernel", "NVRM: Xid", xid="79")], Category.HARDWARE_FAILURE),
        (
            [WAITS, fact("event", "no", reason="FailedScheduling")],
            Category.SCHEDULING_FAILURE,
        ),
    ],
)
def test_one_fact_to_the_contrary_is_enough_to_say_nothing(facts: list[Fact], category: Category) -> None:
    assert category not in reasons(bundle(*facts))


def test_that_nothing_was_found_counts_only_where_somebody_looked() -> None:
    assert Category.RESOURCE_EXHAUSTION not in reasons(bundle(KILLED, gaps=(gap("events"),)))
    assert Category.RESOURCE_EXHAUSTION in reasons(bundle(KILLED, gaps=(gap("quota"),)))


def test_a_change_hours_before_counts_although_it_is_no_cause() -> None:
    old = fact(
        "change",
        "was rolled out, 9 h before the first failure",
        time=ONSET - timedelta(hours=9),
        change="rollout",
        secondsBefore="32400",
    )
    assert Category.CONFIG_ERROR in reasons(bundle(old))


def test_what_facts_speak_for_is_not_ruled_out() -> None:
    assert Category.RESOURCE_EXHAUSTION not in reasons(bundle(KILLED), Category.RESOURCE_EXHAUSTION)


def test_there_are_at_most_four_and_one_for_each_category() -> None:
    facts = [KILLED, READY, log("connection refused"), WAITS]
    facts += [fact("node", "8 of 8", resource="nvidia.com/gpu", capacity="8", allocatable="8", bad="false")]
    many = bundle(*facts)
    found = ruled_out(many, known_names(many), ())
    assert len(found) == 4
    assert len({ruled.category for ruled in found}) == 4


def test_every_sentence_names_its_source() -> None:
    assert all(entry.source and entry.reason.endswith(".") for entry in exclusions())
    assert len({entry.id for entry in exclusions()}) == len(exclusions())


def test_every_entry_needs_something_and_its_patterns_can_be_used() -> None:
    for entry in exclusions():
        assert entry.all or entry.any, entry.id
        for condition in (*entry.all, *entry.any, *entry.none):
            for pattern in (*texts_of(condition), *condition.matches.values(), *condition.unless):
                assert pattern_problem(pattern) == "", entry.id
