"""The scheduler's one line, in the words of every version since 1.9."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.evidence import parse_scheduling
from tests.rows import of_every


def parsed(message: str) -> list[tuple[str, int | None, int | None]]:
    return [(one.word, one.nodes, one.of) for one in parse_scheduling(message)]


@of_every(
    ("reason", "word"),
    [
        ("Insufficient cpu", "insufficient"),
        ("Insufficient ephemeral-storage", "insufficient"),
        ("Insufficient nvidia.com/gpu", "insufficient"),
        ("Too many pods", "too-many-pods"),
        ("node(s) had untolerated taint(s)", "taint"),
        ("node(s) had untolerated taint {k: v}", "taint"),
        ("node(s) had taint {k: v}, that the pod didn't tolerate", "taint"),
        ("node(s) didn't match Pod's node affinity/selector", "affinity"),
        ("node(s) didn't match node selector", "affinity"),
        ("node(s) didn't match pod anti-affinity rules", "pod-affinity"),
        ("node(s) didn't match pod affinity rules", "pod-affinity"),
        ("node(s) didn't match pod affinity/anti-affinity", "pod-affinity"),
        ("node(s) didn't satisfy existing pods anti-affinity rules", "pod-affinity"),
        ("node(s) didn't match pod topology spread constraints", "spread"),
        ("node(s) didn't match pod topology spread constraints (missing required label)", "spread"),
        ("node(s) didn't have free ports for the requested pod ports", "ports"),
        ("node(s) were unschedulable", "unschedulable"),
        ("node(s) didn't match the requested node name", "node-name"),
        ("node(s) exceed max volume count", "volume"),
        ("node(s) didn't find available persistent volumes to bind", "volume"),
        ("node(s) didn't match PersistentVolume's node affinity", "volume"),
        ("node(s) had volume node affinity conflict", "volume"),
        ("node(s) did not have enough free storage", "volume"),
        ("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)", "volume"),
        ("node(s) had no available volume zone", "volume"),
        ("node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode", "volume"),
        ("node(s) had the wrong phase of the moon", "other"),
    ],
)
def test_every_reason_of_the_scheduler_has_its_word(reason: str, word: str) -> None:
    assert parsed(f"0/3 nodes are available: 3 {reason}.") == [(word, 3, 3)]


def test_reasons_are_counted_and_what_preemption_says_is_left_out() -> None:
    message = (
        "0/6 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint {node-role: }, 3 node(s) didn't "
        "match Pod's node affinity/selector. preemption: 0/6 nodes are available: 6 Preemption is not helpful."
    )
    assert parsed(message) == [("insufficient", 1, 6), ("taint", 2, 6), ("affinity", 3, 6)]


def test_what_1_34_says_of_claims_to_deallocate_is_left_out_too() -> None:
    message = (
        "0/1 nodes are available: 1 Insufficient memory. no new claims to deallocate, preemption: 0/1 nodes are "
        "available: 1 Preemption is not helpful for scheduling."
    )
    (one,) = parse_scheduling(message)
    assert (one.text, one.resource) == ("Insufficient memory", "memory")


def test_a_comma_inside_a_reason_does_not_end_it() -> None:
    message = (
        "0/3 nodes are available: 1 node(s) had taint {k: v}, that the pod didn't tolerate, 2 Insufficient memory."
    )
    taint, insufficient = parse_scheduling(message)
    assert (taint.taint, insufficient.resource) == ("k=v", "memory")


@pytest.mark.parametrize(
    ("braces", "taint"),
    [
        ("{node-role.kubernetes.io/control-plane: }", "node-role.kubernetes.io/control-plane"),
        ("{gpu: a100}", "gpu=a100"),
    ],
)
def test_the_taint_is_named_as_kubectl_does(braces: str, taint: str) -> None:
    (one,) = parse_scheduling(f"0/1 nodes are available: 1 node(s) had untolerated taint {braces}.")
    assert one.taint == taint


@pytest.mark.parametrize(
    "message",
    [
        "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes: 3 x",
        '0/3 nodes are available: persistentvolumeclaim "data" not found.',
        '0/1 nodes are available: persistentvolumeclaim "data" not found. not found',
        'persistentvolumeclaim "data" not found',
        'running PreBind plugin "VolumeBinding": binding volumes: timed out waiting for the condition',
    ],
)
def test_a_reason_that_holds_before_any_node_is_looked_at_has_no_count(message: str) -> None:
    (one,) = parse_scheduling(message)
    assert (one.word, one.nodes) == ("volume", None)


def test_the_autoscaler_and_old_schedulers_write_lists_too() -> None:
    message = "pod didn't trigger scale-up: 1 max node group size reached, 2 node(s) didn't match pod affinity rules"
    assert parsed(message) == [("other", 1, None), ("pod-affinity", 2, None)]
    old = "No nodes are available that match all of the predicates: Insufficient cpu (3), PodToleratesNodeTaints (1)."
    assert parsed(old) == [("insufficient", 3, None), ("taint", 1, None)]


@pytest.mark.parametrize("message", ["", "Successfully assigned shop/web to node-1", "0/0 nodes are available: "])
def test_what_is_no_list_of_reasons_has_none(message: str) -> None:
    assert parse_scheduling(message) == ()


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    assert len(parse_scheduling(f"0/3 nodes are available: {text}")) <= 20
