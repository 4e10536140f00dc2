"""What ended a failure: the strongest change is the kind, and the changes are what is learned."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import (
    Fact,
    FactKind,
    ObjectState,
    ResolutionKind,
    SubjectRef,
    Trigger,
)
from casebook_operator.cases.recovery_diff import Ending
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.reading.object_states import missing_state
from tests.operator.builders import (
    NODE_SUBJECT,
    at,
    bundle,
    investigation,
    node,
    node_signal,
    rfc,
    signal,
    subject,
    workload,
)
from tests.operator.cases.endings import (
    FAILED,
    booted,
    config_map,
    deployment,
    ended,
    evidence,
    failing,
    healthy,
    template,
    well,
    with_memory,
)
from tests.operator.fakes import FakeKube, refusal


async def test_a_config_map_that_was_written_is_what_ended_it() -> None:
    found = evidence(config_map("100"), failed=healthy())
    end = await ended(found, well(healthy()), config_map("200"))
    assert end.kind is ResolutionKind.CONFIG_CHANGED
    assert end.summary == "ConfigMap app-config changed"
    assert [change.fix for change in end.changes] == ["change the ConfigMap"]


async def test_a_missing_config_map_that_was_created_is_what_ended_it() -> None:
    found = bundle(template=template(healthy()), objects=missing_state("ConfigMap", "shop", "app-config"))
    end = await ended(found, well(healthy()), config_map())
    assert (end.kind, end.summary) == (ResolutionKind.CONFIG_CHANGED, "ConfigMap app-config created")


@pytest.mark.parametrize("error", [refusal(403, "Forbidden"), refusal(429), TimeoutError()])
async def test_what_cannot_be_read_again_has_not_changed(error: Exception) -> None:
    kube = FakeKube()
    kube.fail("ConfigMap", "shop", "app-config", error)
    end = await ended(evidence(config_map(), failed=healthy()), well(healthy()), kube=kube)
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF


async def test_a_rollout_with_a_new_config_map_is_a_rollout_and_lists_both() -> None:
    before, after = with_memory("64Mi"), with_memory("256Mi", name="checkout-7c6b-zzzzz")
    end = await ended(evidence(config_map("100"), failed=before), well(after), config_map("200"))
    assert end.kind is ResolutionKind.TEMPLATE_CHANGED
    assert [change.fix for change in end.changes] == [
        "raise the memory limit",
        "raise the memory limit",
        "change the ConfigMap",
    ]


async def test_a_rollout_makes_nothing_of_replicas_nodes_and_pods() -> None:
    before, after = with_memory("64Mi"), with_memory("256Mi", name="checkout-7c6b-zzzzz")
    after["spec"]["nodeName"] = "node-2"
    found = evidence(deployment(1), booted("b1"), failed=before)
    end = await ended(found, well(after), deployment(5), booted("b2"))
    assert end.kind is ResolutionKind.TEMPLATE_CHANGED
    assert {change.fix for change in end.changes} == {"raise the memory limit"}


async def test_another_number_of_pods_is_told_before_where_they_run() -> None:
    found = evidence(deployment(1), booted("b1"), failed=healthy())
    end = await ended(found, well(healthy(name="checkout-5d9f-zzzzz", on="node-2")), deployment(3), booted("b2"))
    assert end.kind is ResolutionKind.REPLICAS_CHANGED
    assert end.summary == "number of replicas of Deployment checkout: 1 -> 3"
    assert end.changes[0].fix == "raise the number of replicas of the Deployment"


def scaled(replicas: int, manager: str = "kubectl-patch", name: str = "db") -> Object:
    """What stands behind a Service, and who has set how many pods it wants."""
    made = workload("Deployment", name, replicas=replicas)
    made["metadata"]["managedFields"] = [
        {"manager": "helm", "time": rfc(-900), "fieldsV1": {"f:spec": {"f:template": {}}}},
        {"manager": manager, "time": rfc(30), "fieldsV1": {"f:spec": {"f:replicas": {}}}, "subresource": "scale"},
    ]
    return made


BACK = "number of replicas of Deployment db: 0 -> 2, set by kubectl-patch at 2026-03-01 12:00:30 UTC"


async def test_the_same_pod_is_well_again_as_what_it_calls_was_scaled_back() -> None:
    found = evidence(deployment(1), scaled(0, "helm"), failed=healthy())
    end = await ended(found, well(healthy()), deployment(1), scaled(2))
    assert (end.kind, end.summary) == (ResolutionKind.REPLICAS_CHANGED, BACK)
    assert end.changes[0].fix == "raise the number of replicas of the Deployment"


async def test_who_set_a_number_is_no_change_of_it() -> None:
    found = evidence(scaled(2, "helm"), failed=healthy())
    assert (await ended(found, well(healthy()), scaled(2))).kind is ResolutionKind.RECOVERED_BY_ITSELF


@pytest.mark.parametrize(
    ("before", "now", "kind", "words"),
    [
        (scaled(0), scaled(2), "ReplicasChanged", f": {BACK}"),
        (config_map("100"), config_map("200"), "ConfigChanged", ": ConfigMap app-config changed"),
        (scaled(0), scaled(0), "RecoveredByItself", ""),
    ],
    ids=["scaled", "written", "nothing"],
)
async def test_an_outage_is_over_by_what_was_done_to_that_on_which_all_rest(
    before: Object, now: Object, kind: str, words: str
) -> None:
    head = investigation(
        "Open", of=signal(), about=SubjectRef(kind="Outage", namespace="shop", name="db"), followers={"count": 6}
    )
    end = await ended(evidence(before), SubjectHealth(well=True), now, case=head)
    assert (end.kind, end.summary) == (kind, f"none of the 6 that failed for it fails any more{words}")
    assert bool(end.changes) is bool(words)


async def test_an_autoscaler_cures_nothing() -> None:
    scaled = deployment(3)
    scaled["metadata"]["managedFields"] = [
        {"manager": "kube-controller-manager", "fieldsV1": {"f:spec": {"f:replicas": {}}}, "subresource": "scale"}
    ]
    for before, after in ((deployment(1), scaled), (scaled, deployment(1)), (scaled, scaled)):
        end = await ended(evidence(before, failed=healthy()), well(healthy()), after)
        assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF


async def test_a_pod_that_is_healthy_on_another_node_is_told_by_the_node() -> None:
    end = await ended(evidence(failed=healthy()), well(healthy(name="checkout-5d9f-zzzzz", on="node-2")))
    assert end.kind is ResolutionKind.NODE_REPLACED
    assert end.summary == "healthy on node node-2, after it failed on node node-1"
    assert end.changes[0].fix == "run the pod on another node"


async def test_a_node_on_which_other_pods_are_healthy_was_not_the_cause() -> None:
    moved, stayed = healthy(name="checkout-5d9f-zzzzz", on="node-2"), healthy(name="checkout-5d9f-yyyyy")
    end = await ended(evidence(failed=healthy()), well(moved, stayed))
    assert end.kind is ResolutionKind.POD_REPLACED


async def test_pods_of_a_daemon_set_do_not_move() -> None:
    case = failing(about=subject(kind="DaemonSet", uid="uid-DaemonSet-checkout"))
    end = await ended(evidence(failed=healthy()), well(healthy(name="checkout-zzzzz", on="node-2")), case=case)
    assert end.kind is ResolutionKind.POD_REPLACED


async def test_a_reboot_of_the_node_is_told_before_the_new_pod() -> None:
    found = evidence(booted("b1"), failed=healthy())
    end = await ended(found, well(healthy(name="checkout-5d9f-zzzzz")), booted("b2"))
    assert (end.kind, end.summary) == (ResolutionKind.NODE_REBOOTED, "node node-1 was rebooted")


async def test_a_deleted_pod_alone_is_a_fix_of_its_own() -> None:
    found = evidence(config_map(), deployment(1), booted("b1"), failed=healthy())
    now = (config_map(), deployment(1), booted("b1"))
    end = await ended(found, well(healthy(name="checkout-5d9f-zzzzz")), *now)
    assert end.kind is ResolutionKind.POD_REPLACED
    assert end.summary == f"pod {FAILED} was replaced by checkout-5d9f-zzzzz with the same template"
    assert [change.fix for change in end.changes] == ["replace the pod"]


async def test_the_same_pod_with_nothing_changed_recovered_by_itself() -> None:
    found = evidence(config_map(), deployment(1), booted("b1"), failed=healthy())
    others = healthy(name="checkout-5d9f-other", on="node-2")
    end = await ended(found, well(others, healthy()), config_map(), deployment(1), booted("b1"))
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF
    assert end.changes == ()


@pytest.mark.parametrize("trigger", [Trigger.EVICTED, Trigger.PREEMPTED, Trigger.POD_LOST])
async def test_what_a_controller_replaces_on_its_own_recovered_by_itself(trigger: Trigger) -> None:
    end = await ended(None, well(healthy(name="checkout-5d9f-zzzzz", on="node-2")), case=failing(trigger))
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF
    assert end.summary.endswith("by its controller")
    assert end.changes == ()


async def test_another_attempt_of_a_job_is_no_cure() -> None:
    case = failing(Trigger.IMAGE_PULL_FAILED, about=subject(kind="Job", name="report"))
    end = await ended(evidence(failed=healthy()), well(healthy(name="report-zzzzz")), case=case)
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF
    assert "the same pod" not in end.summary


async def test_a_pod_without_a_place_got_one_by_a_new_node() -> None:
    case = failing(Trigger.FAILED_SCHEDULING, node_name="")
    for created, kind in ((30.0, ResolutionKind.NODE_ADDED), (-30.0, ResolutionKind.RECOVERED_BY_ITSELF)):
        new = node(name="node-9", created=created)
        end = await ended(evidence(failed=healthy()), well(healthy(on="node-9")), new, case=case)
        assert end.kind is kind
    end = await ended(evidence(failed=healthy()), well(healthy(on="node-unknown")), case=case)
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF


def told(text: str) -> dict[str, Any]:
    return {"facts": (Fact(id="F1", kind=FactKind.EVENT, source="events", text=text),)}


async def test_a_pod_that_starts_has_the_secret_that_it_lacked_and_nobody_reads_it() -> None:
    found = evidence(failed=healthy(), **told('Error: secret "db" not found'))
    kube = FakeKube()
    end = await ended(found, well(healthy()), case=failing(Trigger.CONTAINER_CONFIG_ERROR), kube=kube)
    assert (end.kind, end.summary) == (ResolutionKind.CONFIG_CHANGED, "Secret db created")
    assert not any("secrets" in path for path in kube.asked)


async def test_a_secret_is_told_beside_the_config_map_that_was_mended_with_it() -> None:
    found = evidence(config_map("100"), failed=healthy(), **told('Error: secret "db" not found'))
    end = await ended(found, well(healthy()), config_map("200"), case=failing(Trigger.CONTAINER_CONFIG_ERROR))
    assert end.summary == "ConfigMap app-config changed; Secret db created"


async def test_a_container_that_ran_had_every_secret() -> None:
    found = evidence(failed=healthy(), **told('MountVolume.SetUp failed for volume "x" : secret "db" not found'))
    assert (await ended(found, well(healthy()))).kind is ResolutionKind.RECOVERED_BY_ITSELF


async def test_a_rollout_that_takes_another_secret_tells_nothing_of_the_missing_one() -> None:
    found = evidence(failed=with_memory("1Gi"), **told('Error: secret "db" not found'))
    end = await ended(found, well(with_memory("2Gi")), case=failing(Trigger.CONTAINER_CONFIG_ERROR))
    assert end.kind is ResolutionKind.TEMPLATE_CHANGED
    assert not any("Secret" in change.text for change in end.changes)


async def test_without_a_pod_a_raised_quota_is_still_what_ended_it() -> None:
    def quota(pods: str) -> Object:
        metadata = {"namespace": "shop", "name": "team", "uid": "u-quota"}
        return {"kind": "ResourceQuota", "metadata": metadata, "spec": {"hard": {"pods": pods}}}

    end = await ended(evidence(quota("1")), SubjectHealth(well=True), quota("5"), case=failing(Trigger.FAILED_CREATE))
    assert end.kind is ResolutionKind.CONFIG_CHANGED
    assert end.changes[0].fix == "raise the pods of the ResourceQuota"


async def test_a_failure_that_no_pod_had_is_not_ended_by_another_pod() -> None:
    origin = {"origin": msgspec.structs.replace(signal().origin, kind="Deployment", name="checkout")}
    case = failing(Trigger.ROLLOUT_STUCK, origin_uid="uid-Deployment-checkout", **origin)
    end = await ended(evidence(failed=healthy()), well(healthy(name="checkout-5d9f-zzzzz")), case=case)
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF


async def test_without_evidence_only_the_pods_are_compared() -> None:
    assert (await ended(None, well(healthy()))).kind is ResolutionKind.RECOVERED_BY_ITSELF
    end = await ended(None, well(healthy(name="checkout-5d9f-zzzzz")))
    assert end.kind is ResolutionKind.POD_REPLACED


async def test_a_subject_that_is_gone_teaches_nothing() -> None:
    end = await ended(evidence(config_map()), SubjectHealth(gone="it was deleted"))
    assert (end.kind, end.summary, end.changes) == (ResolutionKind.SUBJECT_DELETED, "it was deleted", ())


@pytest.mark.parametrize(
    ("now", "kind", "fix"),
    [
        (booted("b2"), "NodeRebooted", "reboot the node"),
        (booted("b2", kernel="6.9.0"), "NodeChanged", "upgrade the kernel of the node"),
        (booted("b9", uid="uid-other"), "NodeReplaced", "replace the node"),
    ],
)
async def test_what_was_done_to_a_node_ends_the_case_of_the_node(now: Object, kind: str, fix: str) -> None:
    case = investigation("Open", of=node_signal(), about=NODE_SUBJECT)
    found = evidence(booted("b1"), subject=NODE_SUBJECT, signal=node_signal())
    end = await ended(found, SubjectHealth(since=at(60)), now, case=case)
    assert end.kind == kind
    assert [change.fix for change in end.changes] == [fix]


async def test_a_node_that_is_open_to_pods_again_is_said_so() -> None:
    case = investigation("Open", of=node_signal(), about=NODE_SUBJECT)
    found = evidence(booted("b1", unschedulable=True), subject=NODE_SUBJECT, signal=node_signal())
    end = await ended(found, SubjectHealth(since=at(60)), booted("b1"), case=case)
    assert (end.kind, end.summary) == (ResolutionKind.NODE_CHANGED, "node node-1 was uncordoned")


async def test_a_name_in_which_something_was_redacted_leads_nowhere() -> None:
    kube = FakeKube()
    state = ObjectState(kind="ConfigMap", namespace="shop", name="[redacted]", uid="u", state={"version": "1"})
    end = await ended(bundle(objects=(state,)), SubjectHealth(well=True), kube=kube)
    assert end.kind is ResolutionKind.RECOVERED_BY_ITSELF
    assert kube.asked == []


async def test_what_is_told_is_redacted_as_the_evidence_was() -> None:
    secret = "AKIAIOSFODNN7EXAMPLE"
    after = healthy()
    after["spec"]["containers"] = [{"name": "app", "command": ["serve", f"--key={secret}"]}]
    end = await ended(evidence(failed=healthy()), well(after))
    assert end.kind is ResolutionKind.TEMPLATE_CHANGED
    assert secret not in msgspec.json.encode(end).decode()


@pytest.mark.parametrize(
    ("count", "told", "more"),
    [(1, 1, ""), (3, 3, ""), (4, 3, "; and 1 more change"), (5, 3, "; and 2 more changes")],
)
async def test_a_whole_release_is_told_in_one_line_and_kept_in_full(count: int, told: int, more: str) -> None:
    after = healthy()
    after["spec"]["containers"] = [{"name": "app", "env": [{"name": f"V{n}", "value": "x"} for n in range(count)]}]
    end = await ended(evidence(failed=healthy()), well(after))
    assert end.summary == "; ".join(f"env V{n} added to container app" for n in range(told)) + more
    assert len(end.changes) == count


NODE_CASE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)


@pytest.mark.parametrize(
    ("case", "health", "words"),
    [
        (
            NODE_CASE,
            SubjectHealth(since=at(60)),
            "GPU is healthy again on the same node, and nothing of it was changed",
        ),
        (failing(), well(healthy()), "the same pod is healthy again, and nothing of it was changed"),
        (failing(), SubjectHealth(well=True), "recovered without a change that Casebook saw"),
        (
            failing(about=subject(kind="Job", name="report")),
            well(healthy(name="report-zzzzz")),
            "recovered without a change that Casebook saw",
        ),
    ],
    ids=["node", "same-pod", "no-pod", "job"],
)
async def test_where_nobody_did_anything_it_says_what_is_known(
    case: Investigation, health: SubjectHealth, words: str
) -> None:
    end = await ended(evidence(failed=healthy()), health, case=case)
    assert end == Ending(kind=ResolutionKind.RECOVERED_BY_ITSELF, summary=words)


async def test_without_the_template_of_the_failed_pod_none_is_compared() -> None:
    changed = with_memory("256Mi")
    assert (await ended(evidence(config_map()), well(changed), config_map())).changes == ()


async def test_a_node_that_is_gone_is_not_another_node_that_is_there() -> None:
    found = evidence(booted("b1"), subject=NODE_SUBJECT, signal=node_signal())
    other = booted("b2")
    other["metadata"]["name"] = "node-2"
    end = await ended(found, SubjectHealth(since=at(60)), other, case=NODE_CASE)
    assert (end.kind, end.summary) == (ResolutionKind.NODE_REPLACED, "node node-1 was removed from the cluster")
