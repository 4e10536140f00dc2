"""What a bundle shows becomes the cases that the operator would open, and nothing that has just begun."""

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object
from casebook_operator.offline import detection
from casebook_operator.offline.kernel_text import read_kernel_text
from tests.operator.offline.conftest import Analyse, Find, bundle, snapshot
from tests.operator.offline.samples import (
    DEPLOYMENT,
    NAMESPACE,
    NODE,
    POD,
    REPLICA_SET,
    XID_LINE,
    crash_loop,
    event,
    node,
    owner,
    pod,
    reference,
)


async def test_a_crash_loop_is_a_case_of_its_deployment(find: Find) -> None:
    (found,) = await find(bundle(crash_loop()))
    assert str(found.subject) == f"Deployment/{NAMESPACE}/{DEPLOYMENT}"
    assert found.signal.trigger is Trigger.CRASH_LOOP_BACK_OFF
    assert found.detected


async def test_pods_of_one_workload_are_one_case(find: Find) -> None:
    pods = [pod(name=f"{REPLICA_SET}-{number}", uid=f"uid-{number}") for number in range(20)]
    (found,) = await find(bundle(crash_loop(objects=[*crash_loop()["objects"][:2], *pods, node()], events=[])))
    assert found.times == 20


async def test_an_owner_that_was_not_saved_ends_the_way_up(find: Find) -> None:
    (found,) = await find(bundle(crash_loop(objects=[pod()])))
    assert str(found.subject) == f"ReplicaSet/{NAMESPACE}/{REPLICA_SET}"


async def test_owners_in_a_circle_end(find: Find) -> None:
    first = owner("ReplicaSet", REPLICA_SET, reference("Deployment", DEPLOYMENT))
    second = owner("Deployment", DEPLOYMENT, reference("ReplicaSet", REPLICA_SET))
    (found,) = await find(bundle(crash_loop(objects=[first, second, pod()])))
    assert found.subject.namespace == NAMESPACE


async def test_the_kernel_log_is_a_case_of_its_node(find: Find) -> None:
    (found,) = await find(read_kernel_text(f"[  100.1] {XID_LINE}", "dmesg"))
    assert found.subject.kind == "Node"


@pytest.mark.parametrize(
    "trigger", [{}, {"trigger": {"type": "Alert", "kind": "Pod", "name": POD, "namespace": NAMESPACE}}]
)
async def test_kernel_lines_are_of_the_node_that_the_bundle_is_about(find: Find, trigger: Object) -> None:
    other = node() | {"metadata": {"name": "a0", "uid": "uid-a0"}}
    document = crash_loop(kernel_log=[f"[  100.1] {XID_LINE}"], **trigger)
    document["objects"].append(other)
    assert f"Node/{NODE}" in [str(found.subject) for found in await find(bundle(document))]


def unscheduled() -> Object:
    """A pod that has been pending for ten seconds."""
    return {
        "kind": "Pod",
        "metadata": {"name": POD, "namespace": NAMESPACE, "creationTimestamp": "2026-03-04T05:06:00Z"},
        "spec": {"containers": [{"name": "app"}]},
        "status": {
            "phase": "Pending",
            "conditions": [
                {
                    "type": "PodScheduled",
                    "status": "False",
                    "reason": "Unschedulable",
                    "message": "0/3 nodes are available: 3 Insufficient cpu.",
                    "lastTransitionTime": "2026-03-04T05:06:00Z",
                }
            ],
        },
    }


async def test_what_has_just_begun_opens_nothing_yet(find: Find) -> None:
    assert await find(bundle(crash_loop(objects=[unscheduled()], events=[]))) == ()
    later = crash_loop(objects=[unscheduled()], events=[event(reason="Pulled", lastTimestamp="2026-03-04T05:30:00Z")])
    assert [found.signal.trigger for found in await find(bundle(later))] == [Trigger.FAILED_SCHEDULING]


async def test_what_has_just_begun_is_what_a_bundle_about_it_is_about(analyse: Analyse) -> None:
    finding = (await analyse(bundle(crash_loop(objects=[unscheduled()], events=[])))).finding
    assert (finding.signal.trigger, finding.detected) == (Trigger.FAILED_SCHEDULING, False)


async def test_a_signal_without_a_time_is_due(find: Find) -> None:
    document = crash_loop(events=[])
    status = document["objects"][2]["status"]
    del status["startTime"], document["objects"][2]["metadata"]["creationTimestamp"]
    ended = status["containerStatuses"][0]["lastState"]["terminated"]
    del ended["finishedAt"], ended["startedAt"]
    (found,) = await find(bundle(document))
    assert found.signal.occurred_at == snapshot(document).now


async def test_an_object_that_breaks_a_signal_hides_no_other(find: Find, monkeypatch: pytest.MonkeyPatch) -> None:
    original = detection.signals_of

    def breaks(kind: str, obj: Object, taxonomy: object) -> object:
        if kind == "Node":
            raise KeyError("surprise")
        return original(kind, obj, taxonomy)  # type: ignore[arg-type]

    monkeypatch.setattr(detection, "signals_of", breaks)
    assert len(await find(bundle(crash_loop()))) == 1


async def test_the_case_of_the_triggers_own_object_is_the_one(analyse: Analyse) -> None:
    other = pod(name="cart-0", uid="uid-cart", ownerReferences=[])
    document = crash_loop()
    document["objects"].insert(0, other)
    assert str((await analyse(bundle(document))).finding.subject) == f"Deployment/{NAMESPACE}/{DEPLOYMENT}"
    document["trigger"] = {"type": "Alert", "kind": "pod", "name": "cart-0", "namespace": NAMESPACE}
    assert str((await analyse(bundle(document))).finding.subject) == f"Pod/{NAMESPACE}/cart-0"


async def test_a_bundle_that_shows_nothing_is_a_case_of_what_its_trigger_names(analyse: Analyse) -> None:
    healthy = pod()
    container = {"name": "app", "ready": True, "state": {"running": {}}}
    healthy["status"] = {"phase": "Running", "containerStatuses": [container]}
    alert = {"type": "Alert", "kind": "Pod", "name": POD, "namespace": NAMESPACE, "detail": "p99 above 2 s"}
    analysis = await analyse(bundle(crash_loop(objects=[healthy], events=[], trigger=alert)))
    assert not analysis.finding.detected
    assert analysis.finding.signal.trigger is Trigger.ALERT
    assert any("p99 above 2 s" in fact.text for fact in analysis.bundle.facts)


async def test_a_bundle_that_shows_nothing_and_asks_nothing_has_no_case(find: Find) -> None:
    assert await find(bundle({"objects": [node()]})) == ()


@pytest.mark.parametrize("kind", ["Deployment", "Pod", "Ingress"])
async def test_an_object_that_was_not_saved_is_looked_at_by_what_was(analyse: Analyse, kind: str) -> None:
    healthy = pod()
    healthy["status"] = {"phase": "Running"}
    alert = {"type": "Alert", "kind": kind, "name": DEPLOYMENT, "namespace": NAMESPACE}
    healthy["metadata"].pop("ownerReferences")
    analysis = await analyse(bundle(crash_loop(objects=[healthy], events=[], trigger=alert)))
    assert str(analysis.finding.subject) == f"Pod/{NAMESPACE}/{POD}"


async def test_pods_of_a_workload_that_was_not_saved_are_its_own(analyse: Analyse) -> None:
    orphan, other = pod(), pod(name="a-0", uid="uid-a", ownerReferences=[])
    orphan["metadata"].pop("ownerReferences")
    analysis = await analyse(bundle(crash_loop(objects=[other, orphan], events=[])))
    assert str(analysis.finding.subject) == f"Pod/{NAMESPACE}/{POD}"
