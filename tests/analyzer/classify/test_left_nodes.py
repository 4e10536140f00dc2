"""The scheduler's other reasons are told in its words, but for the taint that any control plane has."""

from casebook_analyzer.classify.left_nodes import of_other_nodes
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.models import Category, Fact
from tests.analyzer.classify.builders import fact, log, rule


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
