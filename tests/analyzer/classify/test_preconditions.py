"""Nothing is advised that the evidence says cannot be done: to go back from a first revision, the log of no
run, a drain without another node.
"""

from typing import Any

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.classify.preconditions import feasible, possible, revised
from casebook_analyzer.models import EvidenceBundle, Fact
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import bundle, ended, fact, log
from tests.rows import of_every

PREVIOUS = "kubectl logs checkout-x -n shop -c app --previous"
TRACE = log("panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.total()")


def change(word: str, name: str = "checkout", kind: str = "Deployment") -> Fact:
    said = "was deployed for the first time" if word == "created" else "was rolled out to revision 3"
    return fact("change", f"{kind} {name} {said}", change=word, object=f"{kind} {name}")


def about(kind: str, *facts: Fact, **changes: Any) -> EvidenceBundle:
    whole = bundle(*facts, **changes)
    return msgspec.structs.replace(whole, subject=msgspec.structs.replace(whole.subject, kind=kind))


@of_every(
    ("kind", "facts", "named"),
    [
        ("Deployment", [change("rollout")], "Deployment/checkout"),
        ("StatefulSet", [], "StatefulSet/checkout"),
        ("Deployment", [change("created")], ""),
        ("Deployment", [change("created", name="stock")], "Deployment/checkout"),
        ("Deployment", [change("created", kind="ConfigMap")], "Deployment/checkout"),
        ("ReplicaSet", [], "its Deployment"),
        ("Job", [], ""),
        ("Pod", [], ""),
        ("Node", [], ""),
    ],
)
def test_what_can_be_rolled_back(kind: str, facts: list[Fact], named: str) -> None:
    assert revised(about(kind, *facts)) == named


@of_every(
    ("facts", "is_there"),
    [
        ([ended(restartCount="3")], True),
        ([ended(restartCount="0")], False),
        ([ended(restartCount="0"), ended(restartCount="2")], True),
        ([ended(restartCount="0"), ended(restartCount="2", container="proxy")], False),
        ([ended()], True),
    ],
)
def test_a_run_before_is_asked_for_where_one_may_have_been(facts: list[Fact], *, is_there: bool) -> None:
    assert possible(PREVIOUS, bundle(*facts)) == (PREVIOUS if is_there else PREVIOUS.removesuffix(" --previous"))


def test_a_command_of_another_kind_is_left_alone() -> None:
    assert possible("kubectl get pods", bundle(ended(restartCount="0"))) == "kubectl get pods"


def test_a_first_deployment_is_told_of_no_way_back() -> None:
    first = _told(bundle(ended(restartCount="4"), TRACE, change("created")))
    assert "oll" not in first
    assert "revision" not in first
    assert "Give the stack trace to the owners" in first


def test_a_later_one_is_told_what_to_roll_back() -> None:
    later = _told(bundle(ended(restartCount="4"), TRACE, change("rollout")))
    assert "Roll Deployment/checkout back to the last image that worked" in later
    assert "kubectl rollout history Deployment/checkout -n shop" in later


def test_a_job_is_told_of_no_way_back_and_of_the_log_that_there_is() -> None:
    told = _told(about("Job", ended(restartCount="0"), TRACE))
    assert "ollout" not in told
    assert "--previous" not in told
    assert "kubectl logs" in told


def _told(of: EvidenceBundle) -> str:
    found = classify(of, shipped_taxonomy())
    assert found.category == "software_bug"
    return " ".join((*found.missing, *(f"{one.do} {one.verify} {one.risk}" for one in found.actions)))


SOLE = "nodes of the cluster: 1, 0 not ready, and it is the control plane"


@of_every(
    ("looked_for", "advice", "told"),
    [
        (
            SOLE,
            "Cordon and drain node a1; replace it.",
            "Stop what runs on node a1 (no other node can take it); replace it.",
        ),
        (
            SOLE,
            "Update it; drain node a1 when it repeats.",
            "Update it; stop what runs on node a1 (no other node can take it) when it repeats.",
        ),
        (
            SOLE,
            "Read the log; drain the node.",
            "Read the log; stop what runs on the node (no other node can take it).",
        ),
        ("nodes of the cluster: 1, 0 not ready", "Drain node a1.", "Drain node a1."),
        ("nodes of the cluster: 13, 0 not ready", "Drain node a1.", "Drain node a1."),
        (SOLE, "Look for a rollout, a drain, a probe.", "Look for a rollout, a drain, a probe."),
    ],
)
def test_a_node_is_drained_where_another_can_take_its_pods(looked_for: str, advice: str, told: str) -> None:
    assert feasible(advice, msgspec.structs.replace(bundle(), looked_for=(looked_for,))) == told
