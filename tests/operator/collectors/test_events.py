"""Events of the pod, its owners and its node: folded, in order, and only those of the node that may concern the pod."""

import copy
from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from casebook_analyzer.models import Fact, FactKind, GapReason, SubjectRef
from casebook_operator.collectors.events import COLLECTOR
from casebook_operator.kube import paths
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.records import MESSAGE_LIMIT, fold
from casebook_operator.reading.findings import Findings
from tests.operator.evidence.fakes import Case, Collect, FakeKube, data, forbidden, obj


@pytest.fixture
def events(kube: FakeKube) -> Case:
    found = data("events")
    for event in (*found["pod"], *found["node"]):
        kube.add(event, "Event")
    return found


def reasons(findings: Findings, kind: str | None = FactKind.EVENT) -> list[str]:
    return [fact.attributes["reason"] for fact in findings.facts if fact.kind is kind]


async def test_normal_events_are_told_too(collect: Collect, context: CollectorContext, events: Case) -> None:
    findings = await collect(COLLECTOR, context)
    assert reasons(findings)[:3] == ["Scheduled", "Killing", "BackOff"]
    killing = findings.facts[1]
    assert killing.text == "Container app failed liveness probe, will be restarted"
    assert killing.attributes == {
        "reason": "Killing",
        "type": "Normal",
        "component": "kubelet",
        "involvedKind": "Pod",
        "container": "app",
    }


async def test_the_newer_style_without_timestamps(collect: Collect, context: CollectorContext, events: Case) -> None:
    back_off = next(f for f in (await collect(COLLECTOR, context)).facts if f.attributes["reason"] == "BackOff")
    assert back_off.count == 9
    assert back_off.time == datetime(2026, 3, 1, 12, 2, tzinfo=UTC)
    assert back_off.attributes["firstTime"] == "2026-03-01T12:00:13Z"


async def test_the_node_killed_somebody_else(collect: Collect, context: CollectorContext, events: Case) -> None:
    findings = await collect(COLLECTOR, context)
    assert "OOMKilling" not in reasons(findings)
    assert not [fact for fact in findings.facts if fact.kind is FactKind.KERNEL]


async def test_the_node_killed_this_container(
    collect: Collect, context: CollectorContext, events: Case, case: Case
) -> None:
    ended = case["pod"]["status"]["containerStatuses"][0]["lastState"]["terminated"]
    ended.update(reason="OOMKilled", exitCode=137)
    findings = await collect(COLLECTOR, context)
    assert "OOMKilling" in reasons(findings)
    (line,) = [fact for fact in findings.facts if fact.kind is FactKind.KERNEL]
    assert line.attributes["pattern"] == "oom-cgroup"


async def test_a_broken_gpu_concerns_a_pod_that_has_one(
    collect: Collect, context: CollectorContext, events: Case, case: Case
) -> None:
    def kernel(findings: Findings) -> list[str | None]:
        return [fact.attributes.get("xid") for fact in findings.facts if fact.kind is FactKind.KERNEL]

    assert kernel(await collect(COLLECTOR, context)) == []
    case["pod"]["spec"]["containers"][0]["resources"]["requests"]["nvidia.com/gpu"] = "1"
    assert kernel(await collect(COLLECTOR, context)) == ["79"]


@pytest.mark.parametrize("told", ["{}", 'Node condition XidCriticalError is now: True, reason: Xid79, message: "{}"'])
async def test_nor_is_the_event_that_repeats_its_line_a_fact_about_a_pod_that_has_none(
    collect: Collect, context: CollectorContext, events: Case, case: Case, told: str
) -> None:
    xid = next(event for event in events["node"] if event["reason"] == "XidError")
    xid["message"] = told.format(xid["message"])
    assert "XidError" not in reasons(await collect(COLLECTOR, context))
    case["pod"]["spec"]["containers"][0]["resources"]["requests"]["nvidia.com/gpu"] = "1"
    assert "XidError" in reasons(await collect(COLLECTOR, context))


CORRECTED = "EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#1_Chan#0_DIMM#0 (channel:0 slot:0 page:0x1 offset:0x0)"


@pytest.mark.parametrize(
    ("reason", "message", "concerns"),
    [
        ("MemoryReadError", CORRECTED, False),
        ("MemoryReadError", CORRECTED.replace("CE", "UE"), True),
        ("EFAErrorMetric", "EFA device reports drops", False),
        ("DCGMHealthCode4", "the GPU is sick", False),
        ("Ext4Error", "EXT4-fs error (device sda): bad block", True),
    ],
)
async def test_what_an_agent_tells_of_the_machine_concerns_a_pod_once_it_would_open_a_case(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case, reason: str, message: str, concerns: bool
) -> None:
    xid = next(event for event in events["node"] if event["reason"] == "XidError")
    made = {"metadata": xid["metadata"] | {"name": "made"}, "reason": reason, "message": message, "count": 1}
    kube.add(xid | made, "Event")
    assert (reason in reasons(await collect(COLLECTOR, context))) is concerns


@pytest.mark.parametrize(("reason", "count"), [("EFAErrorMetric", 3), ("IOError", 3)])
async def test_what_an_agent_tells_often_enough_does(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case, reason: str, count: int
) -> None:
    xid = next(event for event in events["node"] if event["reason"] == "XidError")
    made = {"metadata": xid["metadata"] | {"name": "made"}, "reason": reason, "message": "It fails", "count": count}
    kube.add(xid | made, "Event")
    assert reason in reasons(await collect(COLLECTOR, context))


async def test_events_that_do_not_concern_the_pod_take_no_place_of_those_that_do(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    xid = next(event for event in events["node"] if event["reason"] == "XidError")
    for number in range(20):
        kube.add(xid | {"metadata": xid["metadata"] | {"name": f"xid-{number}"}, "reason": f"Xid{number}"}, "Event")
    findings = await collect(COLLECTOR, context)
    assert not findings.gaps
    assert not [reason for reason in reasons(findings) if reason.startswith("Xid")]


async def test_what_happened_long_before_does_not_concern_the_pod(
    collect: Collect, context: CollectorContext, events: Case
) -> None:
    for event in events["node"]:
        event |= {"firstTimestamp": "2026-03-01T11:00:00Z", "lastTimestamp": "2026-03-01T11:00:00Z"}
    assert "XidError" not in reasons(await collect(COLLECTOR, context))


async def test_800000_equal_lines_are_one_fact(collect: Collect, gpu_context: CollectorContext, events: Case) -> None:
    for event in events["node"]:
        event["involvedObject"]["name"] = "gpu-1"
        gpu_context.kube.add(event, "Event")
    findings = await collect(COLLECTOR, gpu_context)
    xid = next(fact for fact in findings.facts if fact.attributes.get("reason") == "XidError")
    assert xid.count == 800_000
    assert reasons(findings) == ["NodeHasSufficientMemory", "XidError"]


async def test_containers_over_their_limit_matter_to_a_node_without_memory(
    collect: Collect, gpu_context: CollectorContext, events: Case
) -> None:
    events["node"][1]["involvedObject"]["name"] = "gpu-1"
    gpu_context.kube.add(events["node"][1], "Event")
    assert reasons(await collect(COLLECTOR, gpu_context)) == []
    signal = msgspec.structs.replace(gpu_context.signal, failure_class="MemoryPressure")
    assert reasons(await collect(COLLECTOR, replace(gpu_context, signal=signal))) == ["OOMKilling"]


async def test_events_are_asked_for_by_object_and_never_for_a_cluster(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    await collect(COLLECTOR, context)
    asked = {(path, query["fieldSelector"]) for path, query in kube.requests}
    shop = "/api/v1/namespaces/shop/events"
    assert asked == {
        (shop, "involvedObject.kind=Pod,involvedObject.name=checkout-5bd69bbfbf-c7phk"),
        (shop, "involvedObject.kind=ReplicaSet,involvedObject.name=checkout-5bd69bbfbf"),
        (shop, "involvedObject.kind=Deployment,involvedObject.name=checkout"),
        ("/api/v1/namespaces/default/events", "involvedObject.kind=Node,involvedObject.name=node-1"),
    }


async def test_events_outlive_their_pod(collect: Collect, context: CollectorContext, events: Case) -> None:
    gone = replace(context, pods=(), owners=(), node=None)
    assert reasons(await collect(COLLECTOR, gone)) == ["Scheduled", "Killing", "BackOff"]


async def test_many_different_events_are_bounded(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    for number in range(60):
        event = copy.deepcopy(events["pod"][2])
        event["metadata"]["name"] = f"more.{number}"
        event["message"] = f"Back-off restarting failed container {number}"
        kube.add(event, "Event")
    findings = await collect(COLLECTOR, context)
    assert 10 <= len(findings.facts) <= 40
    assert "Killing" in reasons(findings)
    assert [gap.reason for gap in findings.gaps] == [GapReason.TRUNCATED]


async def test_events_are_forbidden_in_one_namespace(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    kube.answers[paths.collection("Event", "shop")] = forbidden("list", "events")
    findings = await collect(COLLECTOR, context)
    assert {gap.reason for gap in findings.gaps} == {GapReason.FORBIDDEN}
    assert 'verbs: ["list"]' in findings.gaps[0].detail


def test_equal_events_fold_and_an_event_without_any_time_does_not_break_it() -> None:
    event = {"reason": "Failed", "type": "Warning", "message": "m", "metadata": {}}
    dated = event | {"firstTimestamp": "2026-03-01T12:00:00Z", "lastTimestamp": "2026-03-01T12:05:00Z", "count": 3}
    (record,) = fold([event, dated])
    assert record.count == 4
    assert record.last == datetime(2026, 3, 1, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize("field", ["message", "note"])
def test_of_a_message_of_a_megabyte_the_beginning_is_read(field: str) -> None:
    (record,) = fold([{"metadata": {}, field: "a" * 2**20}])
    assert record.message == "a" * MESSAGE_LIMIT


def test_of_combined_events_the_last_message_is_kept() -> None:
    times = {"firstTimestamp": "2026-03-01T12:00:00Z", "lastTimestamp": "2026-03-01T12:05:00Z"}
    (record,) = fold([{"metadata": {}, "message": "(combined from similar events): Killed process 1"} | times])
    assert record.said_at == datetime(2026, 3, 1, 12, 5, tzinfo=UTC)


async def test_reporters_that_leave_the_uid_out_are_heard_and_those_of_an_older_pod_are_not(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    about = {"kind": "Pod", "namespace": "shop", "name": "checkout-5bd69bbfbf-c7phk"}
    kube.add(obj("Event", "a", "shop", reason="Sparse", message="m", involvedObject=about))
    kube.add(obj("Event", "b", "shop", reason="Older", message="m", involvedObject=about | {"uid": "another"}))
    findings = await collect(COLLECTOR, context)
    assert reasons(findings) == ["Sparse"]
    assert findings.facts[0].time is None


async def test_why_no_node_was_found_is_told_reason_by_reason_from_the_newest_event(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    about = {"kind": "Pod", "namespace": "shop", "name": "checkout-5bd69bbfbf-c7phk"}
    for minute, reason in (("01", "1 Insufficient cpu"), ("02", "1 Insufficient memory, 2 Too many pods")):
        message = f"0/3 nodes are available: {reason}."
        times = {"firstTimestamp": f"2026-03-01T12:{minute}:00Z", "lastTimestamp": f"2026-03-01T12:{minute}:00Z"}
        event = obj("Event", minute, "shop", reason="FailedScheduling", message=message, involvedObject=about, **times)
        kube.add(event)
    findings = await collect(COLLECTOR, context)
    told = [fact.attributes for fact in findings.facts if "scheduling" in fact.attributes]
    assert [(one["scheduling"], one.get("resource"), one["nodes"]) for one in told] == [
        ("insufficient", "memory", "1"),
        ("too-many-pods", None, "2"),
    ]


async def test_events_of_a_subject_without_pods_are_told(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    about = {"kind": "PersistentVolumeClaim", "namespace": "shop", "name": "data"}
    kube.add(obj("Event", "a", "shop", reason="ProvisioningFailed", message="m", involvedObject=about))
    subject = SubjectRef(kind="PersistentVolumeClaim", namespace="shop", name="data")
    claim = replace(context, subject=subject, pods=(), owners=(), target=obj("PersistentVolumeClaim", "data", "shop"))
    assert reasons(await collect(COLLECTOR, claim)) == ["ProvisioningFailed"]


def test_what_casebook_said_itself_is_no_evidence() -> None:
    """Or a conclusion would be cited for the next one."""
    said = {"type": "Normal", "reason": "RootCauseClassified", "message": "config_error (97): the selector"}
    events = [
        said | {"reportingComponent": "casebook.dev/operator"},
        said | {"reportingController": "casebook.dev/operator"},
        said | {"reason": "Scheduled", "source": {"component": "default-scheduler"}},
    ]
    assert [record.reason for record in fold(events)] == ["Scheduled"]


async def test_a_mount_that_was_refused_before_the_container_ran_is_no_evidence_about_its_crash(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    refused = events["pod"][0] | {"reason": "FailedMount", "type": "Warning", "message": "failed to fetch token"}
    kube.add(refused | {"metadata": refused["metadata"] | {"name": "checkout.mount"}}, "Event")
    assert [fact.overtaken for fact in mounts(await collect(COLLECTOR, context))] == [True]
    for status in context.pods[0]["status"]["containerStatuses"]:
        status.update(state={"waiting": {"reason": "ContainerCreating"}}, lastState={})
    assert [fact.overtaken for fact in mounts(await collect(COLLECTOR, context))] == [False]


def mounts(findings: Findings) -> list[Fact]:
    return [fact for fact in findings.facts if fact.attributes.get("reason") == "FailedMount"]


@pytest.mark.parametrize(("replicas", "is_past"), [(1, True), (2, False)])
async def test_a_refusal_within_the_second_in_which_the_last_pod_was_made_is_past(
    collect: Collect, context: CollectorContext, kube: FakeKube, replicas: int, is_past: bool
) -> None:
    """A controller tries again within milliseconds, and Events tell seconds; with pods left to make it may be later."""
    pod, replica_set = context.pods[0], context.owners[0]
    about = {"kind": "ReplicaSet", **{key: replica_set["metadata"][key] for key in ("name", "namespace", "uid")}}
    refused = obj("Event", "refused", about["namespace"], reason="FailedCreate", type="Warning", message="no account")
    at = pod["metadata"]["creationTimestamp"]
    kube.add(refused | {"involvedObject": about, "firstTimestamp": at, "lastTimestamp": at}, "Event")
    pod["metadata"]["ownerReferences"] = [about | {"controller": True}]
    replica_set |= {"spec": replica_set["spec"] | {"replicas": replicas}, "status": {"replicas": 1}}
    findings = await collect(COLLECTOR, context)
    told = [fact.overtaken for fact in findings.facts if fact.attributes.get("reason") == "FailedCreate"]
    assert told == [is_past]


async def test_the_kubelet_names_a_volume_and_the_fact_the_secret_of_it(
    collect: Collect, context: CollectorContext, events: Case, case: Case
) -> None:
    items = [{"key": "ca.crt", "path": "ca.crt"}]
    case["pod"]["spec"]["volumes"] = [{"name": "trust", "secret": {"secretName": "corp-trust", "items": items}}]
    said = 'MountVolume.SetUp failed for volume "trust" : references non-existent secret key: ca.crt'
    events["pod"][0] |= {"reason": "FailedMount", "message": said, "type": "Warning"}
    told = {fact.attributes["reason"]: fact for fact in (await collect(COLLECTOR, context)).facts}
    assert told["FailedMount"].attributes["secretName"] == "corp-trust"
    assert "secretName" not in told["BackOff"].attributes


async def test_who_should_have_made_a_missing_secret_says_why_it_did_not(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    told = {
        "metadata": {"name": "db.1", "namespace": "shop"},
        "involvedObject": {"kind": "ExternalSecret", "name": "db", "namespace": "shop"},
        "type": "Warning",
        "reason": "UpdateFailed",
        "message": "could not get secret data from provider",
        "lastTimestamp": "2026-03-01T12:00:00Z",
    }
    kube.add(told, "Event")
    waits = replace(context, signal=msgspec.structs.replace(context.signal, message='secret "db" not found'))
    told_by = [fact.attributes["involvedKind"] for fact in (await collect(COLLECTOR, waits)).facts]
    assert told_by == ["ExternalSecret"]


async def test_the_way_of_a_certificate_is_followed_to_the_one_that_says_why_there_is_none(
    collect: Collect, context: CollectorContext, kube: FakeKube, events: Case
) -> None:
    said = 'MountVolume.SetUp failed for volume "tls" : secret "shop-tls" not found'
    events["pod"][0] |= {"reason": "FailedMount", "message": said, "type": "Warning"}
    way = (
        ("Certificate", "shop-tls", "Requested", 'Created new CertificateRequest resource "shop-tls-1"'),
        ("CertificateRequest", "shop-tls-1", "OrderCreated", "Created Order resource shop/shop-tls-1-23"),
        ("Order", "shop-tls-1-23", "Created", 'Created Challenge resource "shop-tls-1-23-0" for domain "shop.example"'),
        ("Challenge", "shop-tls-1-23-0", "PresentError", "Error presenting challenge: no such zone"),
    )
    for kind, name, reason, message in way:
        about = {"kind": kind, "name": name, "namespace": "shop"}
        kube.add(
            {
                "metadata": {"name": f"{name}.1", "namespace": "shop"},
                "involvedObject": about,
                "type": "Warning" if reason == "PresentError" else "Normal",
                "reason": reason,
                "message": message,
                "lastTimestamp": "2026-03-01T12:00:00Z",
            },
            "Event",
        )
    told = {fact.attributes["involvedKind"]: fact.text for fact in (await collect(COLLECTOR, context)).facts}
    assert told["Challenge"] == "Error presenting challenge: no such zone"
