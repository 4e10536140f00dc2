"""A status is taken within its bounds and refused outside of them, by the real API server."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from casebook_operator.investigation import parse
from casebook_operator.investigation.conditions import ConditionType, StatusCondition, merge
from casebook_operator.investigation.status import fit
from e2e.cluster import Cluster, ClusterError
from tests.crds.conftest import Body, body
from tests.operator.builders import at
from tests.operator.investigation.test_status import whole

pytestmark = pytest.mark.cluster
Patch = Callable[..., Body]


@pytest.fixture(scope="module")
def existing(cluster: Cluster, namespace: str) -> Iterator[str]:
    cluster.run_kubectl("create", "-n", namespace, "-f", "-", stdin=json.dumps(body(name="bounds")))
    yield "bounds"
    cluster.run_kubectl("delete", "inv", "bounds", "-n", namespace)


def conditions(**changes: Any) -> Body:
    one = {"type": "Succeeded", "status": "True", "reason": "Open", "lastTransitionTime": "2026-03-01T12:00:00Z"}
    return {"conditions": [one | changes]}


def similar(**changes: Any) -> Body:
    one = {"id": "x", "category": "unknown", "scorePermille": 900, "band": "Strong"}
    return {"similarIncidents": [one | changes]}


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ({"confidence": 101}, "status.confidence"),
        ({"confidence": 50.5}, "status.confidence"),
        ({"category": "gremlins"}, 'Unsupported value: "gremlins"'),
        ({"summary": "x" * 1025}, "status.summary: Too long"),
        ({"causalChain": [{"role": "Cause", "text": "x"}] * 11}, "status.causalChain: Too many: 11"),
        ({"causalChain": [{"role": "Karma", "text": "x"}]}, "status.causalChain[0].role"),
        ({"affectedEntities": [{"kind": "Pod", "name": "a"}] * 21}, "status.affectedEntities: Too many"),
        ({"similarIncidents": [{}]}, "status.similarIncidents[0].band: Required value"),
        (similar(scorePermille=1001), "scorePermille"),
        (similar(band="Maybe"), "band"),
        ({"similarCount": 6}, "status.similarCount"),
        ({"occurrences": -1}, "status.occurrences"),
        ({"lastSeen": "recently"}, "status.lastSeen"),
        (conditions(reason="Not one word"), "reason"),
        (conditions(status="Maybe"), "status"),
        (conditions(message="x" * 1025), "message: Too long"),
        ({"resolution": {"kind": "Magic"}}, "status.resolution"),
    ],
)
def test_a_status_out_of_bounds_is_refused_with_what_is_wrong(
    patch_status: Patch, existing: str, status: Body, said: str
) -> None:
    with pytest.raises(ClusterError, match=re.escape(said)):
        patch_status(existing, status)


def test_a_status_write_cannot_change_the_spec(cluster: Cluster, namespace: str, existing: str) -> None:
    command = ("patch", "inv", existing, "-n", namespace, "--subresource=status", "--type=merge", "-o", "json", "-p")
    done = json.loads(cluster.run_kubectl(*command, '{"spec": {"trigger": "OOMKilled"}, "status": {"confidence": 1}}'))
    assert done["spec"]["trigger"] == "Manual"


def test_conditions_are_merged_by_type_and_fields_nobody_knows_are_pruned(patch_status: Patch, existing: str) -> None:
    new = [StatusCondition(type=kind, status=True, reason="Open") for kind in ConditionType]
    written = patch_status(existing, {"conditions": merge((), new, generation=1, now=at()), "horoscope": "good"})
    assert len(written["status"]["conditions"]) == len(ConditionType)
    assert "horoscope" not in written["status"]


@pytest.mark.parametrize("letter", ["x", "é"])
def test_the_largest_status_is_taken_and_the_whole_object_is_no_larger_than_10_kib(
    cluster: Cluster, namespace: str, patch_status: Patch, letter: str
) -> None:
    case, status = whole(letter)
    name = f"largest-{ord(letter)}"
    made = body({"subjectRef": {"kind": "Deployment", "name": case.subject.name}, "signal": _signal(case)}, name=name)
    cluster.run_kubectl("create", "-n", namespace, "-f", "-", stdin=json.dumps(made))
    written = patch_status(name, fit(case, status), keep=True)
    assert parse(written).status["similarCount"] <= 5
    whole_object = cluster.run_kubectl("get", "inv", name, "-n", namespace, "-o", "json", "--show-managed-fields")
    size = len(json.dumps(json.loads(whole_object), ensure_ascii=False, separators=(",", ":")).encode())
    cluster.run_kubectl("delete", "inv", name, "-n", namespace)
    assert size <= 10 * 1024


def _signal(case: Any) -> Body:
    return {
        "failureClass": case.signal.failure_class,
        "reason": case.signal.reason,
        "message": case.signal.message,
        "occurredTime": "2026-03-01T12:00:00Z",
        "originRef": {"kind": "Pod", "name": case.signal.origin.name},
    }
