"""The scheduler's other reasons are told in its words, but for the taint that any control plane has."""

from casebook_analyzer.classify.left_nodes import of_other_nodes
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.models import Category, Fact
from tests.analyzer.classify.builders import fact, log, rule
from tests.rows import of_every


def reason(word: str, text: str, **more: str) -> Fact:
    return fact("event", f"No node for the pod; {text}", reason="FailedScheduling", scheduling=word, **more)


CPU = reason("insufficient", "2 of 9 nodes: Insufficient cpu")
MEMORY = reason("insufficient", "2 of 9 nodes: Insufficient memory")
VOLUME = reason("volume", "6 of 9 nodes: node(s) had volume node affinity conflict.")
PLANE = reason("taint", "1 of 9 nodes: node(s) had a taint", taint="node-role.kubernetes.io/control-plane")
MINE = reason("taint", "1 of 9 nodes: node(s) had a taint", taint="dedicated=gpu")


def told(*facts: Fact) -> str:
    return of_other_nodes(Match(rule=rule(Category.SCHEDULING_FAILURE), facts=facts[:1]), facts)


def test_what_else_keeps_the_pod_away_is_told_once() -> None:
    assert told(CPU, VOLUME, VOLUME, PLANE) == "Besides: 6 of 9 nodes: node(s) had volume node affinity conflict."
    assert told(CPU, MINE) == "Besides: 1 of 9 nodes: node(s) had a taint."


def test_nothing_is_told_where_one_reason_is_all_or_no_scheduler_speaks() -> None:
    assert told(CPU, MEMORY, PLANE) == ""
    assert told(log("not set"), VOLUME) == ""


ASKS = fact("state", "Pod asks", podRules="spread by zone (maxSkew 1)", nodeLabels="disk=ssd")
CLAIM = fact("object", "is Bound", object="PersistentVolumeClaim", name="data-db-0")


@of_every(
    ("reason_", "demand"),
    [
        (reason("spread", "6 of 9 nodes: topology spread"), "it asks for spread by zone (maxSkew 1)"),
        (reason("affinity", "6 of 9 nodes: node selector"), "it asks for disk=ssd"),
        (reason("volume", "6 of 9 nodes: volume node affinity conflict"), "of its claim data-db-0"),
    ],
)
def test_a_reason_is_told_with_what_the_specification_asks_for(reason_: Fact, demand: str) -> None:
    assert told(CPU, reason_, ASKS, CLAIM).endswith(f" ({demand}).")
    assert told(CPU, reason_) == f"Besides: {reason_.text.partition('; ')[2]}."


def test_the_same_reason_of_the_autoscaler_adds_nothing() -> None:
    again = fact("event", "No node for the pod; topology spread", reason="NotTriggerScaleUp", scheduling="spread")
    assert (
        told(CPU, reason("spread", "6 of 9 nodes: topology spread"), again) == "Besides: 6 of 9 nodes: topology spread."
    )
