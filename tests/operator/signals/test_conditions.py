"""Conditions of workloads, autoscalers, claims and budgets."""

from typing import Any

import pytest

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals import signals_of
from casebook_operator.signals.table import ConditionRow, signal_table
from tests.operator.builders import at, condition, rfc
from tests.operator.signals.objects import of_kind, written
from tests.rows import of_every

TAXONOMY = load_taxonomy(())
ROWS = [row for row in signal_table().conditions if row.kind != "Pod"]


def signals(obj: Object) -> tuple[Signal, ...]:
    return signals_of(obj["kind"], obj, TAXONOMY)


def only(obj: Object) -> Signal:
    (signal,) = signals(obj)
    return signal


def bad(row: ConditionRow, **more: Any) -> Object:
    reason = row.reasons[0] if row.reasons else "Because"
    return condition(row.condition, row.status, since=5, reason=reason, message="in words", **more)


@of_every("row", ROWS, ids=lambda row: f"{row.kind}-{row.condition}")
def test_every_row_is_a_signal_of_its_object_since_it_changed(row: ConditionRow) -> None:
    signal = only(of_kind(row.kind, "checkout", bad(row)))
    assert (signal.trigger, signal.hold, signal.derived) == (row.trigger, row.hold, row.derived)
    assert (signal.occurred_at, signal.message, signal.undated) == (at(5), "in words", False)
    assert (signal.origin.kind, signal.origin.namespace, signal.origin.name) == (row.kind, "shop", "checkout")


@of_every("row", ROWS, ids=lambda row: f"{row.kind}-{row.condition}")
@of_every("status", ["Unknown", "", "true", None])
def test_another_status_is_none(row: ConditionRow, status: Any) -> None:
    assert signals(of_kind(row.kind, "checkout", bad(row) | {"status": status})) == ()


@of_every(
    ("kind", "told"),
    [
        ("Deployment", condition("Progressing", "False", reason="DeploymentPaused")),
        ("Deployment", condition("Progressing", "Unknown", reason="DeploymentPaused")),
        ("Job", condition("Suspended", "True", reason="JobSuspended")),
        ("Job", condition("FailureTarget", "True", reason="PodFailurePolicy")),
        ("Job", condition("Complete", "True", reason="CompletionsReached")),
        ("HorizontalPodAutoscaler", condition("ScalingActive", "False", reason="ScalingDisabled")),
        ("HorizontalPodAutoscaler", condition("ScalingLimited", "True", reason="TooManyReplicas")),
        ("HorizontalPodAutoscaler", condition("AbleToScale", "False", reason="BackoffDownscale")),
        ("PodDisruptionBudget", condition("DisruptionAllowed", "False", reason="InsufficientPods")),
        ("PersistentVolumeClaim", condition("FileSystemResizePending", "True")),
        ("PersistentVolumeClaim", condition("Resizing", "True")),
    ],
)
def test_what_was_asked_for_or_is_usual_is_none(kind: str, told: Object) -> None:
    assert signals(of_kind(kind, "checkout", told)) == ()


def test_a_deadline_that_has_passed_needs_no_more_hold_durations() -> None:
    late = condition("Progressing", "False", since=600, reason="ProgressDeadlineExceeded")
    unavailable = condition("Available", "False", since=0, reason="MinimumReplicasUnavailable")
    signal = only(of_kind("Deployment", "checkout", unavailable, late))
    assert (signal.hold, signal.occurred_at) == (HoldDuration.NONE, at(600))


def test_a_rollout_within_its_deadline_may_be_unavailable() -> None:
    both = (condition("Progressing", "True", reason="ReplicaSetUpdated"), condition("Available", "False"))
    assert signals(of_kind("Deployment", "checkout", *both)) == ()
    over = (condition("Progressing", "True", reason="NewReplicaSetAvailable"), condition("Available", "False"))
    assert only(of_kind("Deployment", "checkout", *over)).trigger is Trigger.ROLLOUT_STUCK


def test_a_job_that_has_failed_goes_on_no_more() -> None:
    assert not only(of_kind("Job", "import", condition("Failed", "True", reason="DeadlineExceeded"))).active


def test_a_quota_and_a_deadline_are_two_failures() -> None:
    both = (condition("ReplicaFailure", "True"), condition("Progressing", "False", reason="ProgressDeadlineExceeded"))
    found = signals(of_kind("Deployment", "checkout", *both))
    assert {signal.trigger for signal in found} == {Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK}


@pytest.mark.parametrize("time", [None, "", "yesterday", 7, rfc(0)[:4]])
def test_without_a_time_it_is_so_since_the_status_was_written(time: Any) -> None:
    told = condition("ScalingActive", "False", reason="FailedGetResourceMetric") | {"lastTransitionTime": time}
    undated = only(written(of_kind("HorizontalPodAutoscaler", "checkout", told), status=40, spec=90))
    assert (undated.occurred_at, undated.undated) == (at(40), True)
