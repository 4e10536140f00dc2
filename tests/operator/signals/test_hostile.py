"""Objects of strangers: whatever they hold, they give signals or none, and never an exception."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casebook_analyzer.models import HoldDuration
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from casebook_operator.signals import signals_of
from casebook_operator.signals.hold_duration import due_at, history_from
from tests.operator.builders import condition, container, ended, node, rfc, running, waiting
from tests.operator.signals.objects import of_kind, pod_in, running_pod, starting_pod, status_of, told, written
from tests.rows import of_every

TAXONOMY = load_taxonomy(())
XID = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."

_LOOPING = container(state=waiting("CrashLoopBackOff", "back-off"), last=ended("StartError", 128))
_NODE = written(node(condition("Ready", "False"), condition("Odd", "True", message=XID)), status=3)
_NODE["spec"] = {"taints": [{"key": "nvidia.com/gpu-error", "timeAdded": rfc()}]}
_NODE["status"] |= {"capacity": {"nvidia.com/gpu": "8"}, "allocatable": {"nvidia.com/gpu": "7"}}
_NODE["metadata"] |= {"annotations": {"a/b": XID}, "labels": {"nvidia.com/gpu.count": "8"}}

OBJECTS: tuple[Object, ...] = (
    running_pod(_LOOPING, ready=False),
    running_pod(status_of(ready=False), ready=False, spec={"containers": [{"name": "app", "startupProbe": {}}]}),
    starting_pod(status_of(state=waiting("ErrImagePull"))),
    starting_pod(status_of(state=waiting("ContainerCreating")), sandbox=False),
    pod_in("Failed", status_of(state=ended("Error", 1)), owner=None, status={"reason": "Evicted"}),
    running_pod(container(state=running()), deletionTimestamp=rfc(), deletionGracePeriodSeconds=30, finalizers=["x"]),
    _NODE,
    told("FailedMount", "secret not found", count=3, last=400, container="app"),
    told("XidError", XID, kind="Node", name="node-1"),
    of_kind("Deployment", "a", condition("Progressing", "False", reason="ProgressDeadlineExceeded")),
    of_kind("Job", "a", condition("Failed", "True")),
    of_kind("HorizontalPodAutoscaler", "a", condition("ScalingActive", "False")),
    written(of_kind("StatefulSet", "a", spec={"replicas": 3}, status={"readyReplicas": 1}), status=1, spec=2),
    written(of_kind("DaemonSet", "a", status={"desiredNumberScheduled": 3, "numberReady": 1}), status=1),
    of_kind("PersistentVolumeClaim", "a", status={"phase": "Lost", "allocatedResourceStatuses": {"storage": "x"}}),
    written(of_kind("PodDisruptionBudget", "a", status={"desiredHealthy": 2, "expectedPods": 2}), status=1),
    of_kind("CronJob", "a"),
    of_kind("Widget", "a", condition("Ready", "False")),
)

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["0000-00-00T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "2026-03-01", "*["]),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3), st.just({})), max_size=3),
    st.dictionaries(st.text(max_size=3), st.one_of(st.none(), st.integers(), st.text(max_size=3)), max_size=3),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of an object where something else could stand."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [path] if path else []
    for key, below in items:
        found += places(below, (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, Object]:
    """An object in which up to four things were replaced, removed or added."""
    original = draw(st.sampled_from(OBJECTS))
    obj = copy.deepcopy(original)
    for path in draw(st.lists(st.sampled_from(places(original)), min_size=1, max_size=4)):
        parent: Any = obj
        for key in path[:-1]:
            try:
                parent = parent[key]
            except (LookupError, TypeError):  # an earlier mutation has taken this place away
                break
        else:
            if isinstance(parent, dict):
                parent[path[-1]] = draw(ODD)
                if draw(st.booleans()):
                    del parent[path[-1]]
            elif isinstance(parent, list) and path[-1] in range(len(parent)):
                parent[path[-1]] = draw(ODD)
    return original["kind"], obj


@settings(max_examples=500)
@given(mutated())
def test_no_mutation_raises_and_all_times_can_be_compared(what: tuple[str, Object]) -> None:
    kind, obj = what
    before = copy.deepcopy(obj)
    found = signals_of(kind, obj, TAXONOMY)
    assert found == signals_of(kind, obj, TAXONOMY)
    assert repr(obj) == repr(before)
    for signal in found:
        assert due_at(signal, SignalSettings()) >= signal.occurred_at
        assert history_from(signal, SignalSettings()) >= signal.occurred_at
        assert len(signal.reason) <= 253


@given(mutated())
def test_one_object_has_one_signal_for_each_container_device_and_class(what: tuple[str, Object]) -> None:
    kind, obj = what
    found = signals_of(kind, obj, TAXONOMY)
    classes = {(signal.container, signal.device, signal.failure_class) for signal in found}
    assert len(classes) == len(found)


@of_every("kind", ["Pod", "Node", "Event", "Deployment", "Job", "PersistentVolumeClaim", "Widget", ""])
@of_every("obj", [{}, {"metadata": None}, {"metadata": {}, "status": [], "spec": 7}, {"status": None}])
def test_an_object_without_anything_is_no_signal(kind: str, obj: Object) -> None:
    assert all(signal.hold is not HoldDuration.NONE for signal in signals_of(kind, obj, TAXONOMY))


def test_ten_thousand_conditions_are_read() -> None:
    many = node(*(condition(f"Odd{number}", "True", message="x" * 200) for number in range(10_000)))
    assert signals_of("Node", many, TAXONOMY) == ()


@pytest.mark.parametrize(("before", "classes"), [(0, ["GPU"]), (2_000, ["GPU"]), (100_000, [])])
def test_of_a_message_only_the_beginning_is_looked_at(before: int, classes: list[str]) -> None:
    """A million characters of short lines would take a second, in which nothing else is seen."""
    long = told("XidError", "noise\n" * before + XID, kind="Node", name="node-1")
    assert [signal.failure_class for signal in signals_of("Event", long, TAXONOMY)] == classes
