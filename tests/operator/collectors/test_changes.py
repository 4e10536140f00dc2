"""What was changed before the failure, and how long before."""

from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from casebook_analyzer.models import FactKind, GapReason
from casebook_operator.collectors.changes import COLLECTOR
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Texts, forbidden


async def test_a_rollout_and_its_difference(collect: Collect, context: CollectorContext, texts: Texts) -> None:
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == [
        (
            "Deployment checkout was rolled out to revision 2 (checkout-5bd69bbfbf) with 1 difference to the revision "
            "before, 12 s before the first failure"
        ),
        "env DATABASE_URL removed from container app",
    ]
    assert {fact.kind for fact in findings.facts} == {FactKind.CHANGE}
    assert findings.facts[0].time == datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert findings.facts[0].attributes == {
        "change": "rollout",
        "object": "Deployment checkout",
        "revision": "2",
        "differences": "1",
        "secondsBefore": "12",
    }
    assert findings.facts[1].attributes["change"] == "template"


async def test_the_template_of_the_failing_revision_is_kept(collect: Collect, context: CollectorContext) -> None:
    template = (await collect(COLLECTOR, context)).template
    assert template.revision == "checkout-5bd69bbfbf"
    assert "DATABASE_URL" not in template.containers[0].env


async def test_after_many_restarts_the_first_failure_is_not_known(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["status"]["containerStatuses"][0]["restartCount"] = 40
    assert texts(await collect(COLLECTOR, context))[0].endswith("before the latest failure")


async def test_an_old_rollout_is_history_but_its_template_is_kept(collect: Collect, context: CollectorContext) -> None:
    late = msgspec.structs.replace(context.signal, occurred_at=datetime(2026, 3, 3, tzinfo=UTC))
    findings = await collect(COLLECTOR, replace(context, signal=late))
    assert findings.facts == []
    assert findings.template is not None


async def test_a_first_deployment(
    collect: Collect, context: CollectorContext, case: Case, kube: FakeKube, texts: Texts
) -> None:
    case["replicaSets"][1]["metadata"]["annotations"]["deployment.kubernetes.io/revision"] = "1"
    kube.answers[paths.collection("ReplicaSet", "shop")] = [case["replicaSets"][1]]
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == ["Deployment checkout was deployed for the first time, 12 s before the first failure"]
    assert findings.facts[0].attributes["change"] == "created"


async def test_the_revision_before_is_not_kept(
    collect: Collect, context: CollectorContext, case: Case, kube: FakeKube, texts: Texts
) -> None:
    kube.answers[paths.collection("ReplicaSet", "shop")] = [case["replicaSets"][1]]
    findings = await collect(COLLECTOR, context)
    assert "was rolled out to revision 2" in texts(findings)[0]
    assert [(gap.reason, "revisionHistoryLimit" in gap.detail) for gap in findings.gaps] == [
        (GapReason.NOT_FOUND, True)
    ]


async def test_a_rollback_takes_an_old_object_with_a_new_number(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    case["replicaSets"][1]["metadata"]["creationTimestamp"] = "2026-01-01T00:00:00Z"
    findings = await collect(COLLECTOR, context)
    assert "was rolled back to the template of revision 2" in texts(findings)[0]
    assert findings.facts[0].attributes["change"] == "rollback"
    assert findings.facts[0].time == datetime(2026, 3, 1, 12, 0, 3, tzinfo=UTC), "when its first failing pod was made"


async def test_a_restart_changes_nothing(collect: Collect, context: CollectorContext, case: Case, texts: Texts) -> None:
    case["replicaSets"][0]["spec"] = case["replicaSets"][1]["spec"]
    (told,) = texts(await collect(COLLECTOR, context))
    assert "with the same template, as `kubectl rollout restart` does" in told


@pytest.mark.parametrize(
    "revision",
    [
        pytest.param("checkout-797f5c48c", id="an older one is compared with nothing newer"),
        pytest.param("checkout-deleted", id="one that is not kept is not confused with another"),
    ],
)
async def test_a_pod_of_another_revision_is_told_by_that_one(
    collect: Collect, context: CollectorContext, case: Case, revision: str
) -> None:
    case["pod"]["metadata"]["ownerReferences"][0]["name"] = revision
    findings = await collect(COLLECTOR, context)
    assert findings.facts == []
    assert findings.template.revision == revision


async def test_revisions_are_forbidden(collect: Collect, context: CollectorContext, kube: FakeKube) -> None:
    kube.answers[paths.collection("ReplicaSet", "shop")] = forbidden("list", "replicasets", "apps")
    findings = await collect(COLLECTOR, context)
    assert [gap.reason for gap in findings.gaps] == [GapReason.FORBIDDEN]
    assert findings.template.revision == "checkout-5bd69bbfbf", "the pod itself has to do"


@pytest.fixture
def daemon_set(context: CollectorContext, case: Case, kube: FakeKube) -> CollectorContext:
    """The same pod, made by a DaemonSet whose templates are kept in ControllerRevisions."""
    workload = case["deployment"] | {"kind": "DaemonSet"}
    owner = {"kind": "DaemonSet", "name": "checkout", "uid": "deploy-1", "controller": True}
    metadata = case["pod"]["metadata"]
    metadata |= {"ownerReferences": [owner], "labels": {"controller-revision-hash": "2"}}
    for number, replica_set in enumerate(case["replicaSets"][:2], start=1):
        template = replica_set["spec"]["template"]
        revision = {
            "kind": "ControllerRevision",
            "metadata": replica_set["metadata"] | {"name": f"checkout-{number}"},
            "revision": number,
            "data": {"spec": {"template": {"$patch": "replace", **template}}},
        }
        kube.add(revision)
    return replace(context, owners=(workload,))


async def test_a_daemon_set(collect: Collect, daemon_set: CollectorContext, texts: Texts) -> None:
    findings = await collect(COLLECTOR, daemon_set)
    assert "DaemonSet checkout was rolled out to revision 2 (checkout-2)" in texts(findings)[0]
    assert texts(findings)[1] == "env DATABASE_URL removed from container app"


def job(created: str = "2026-03-01T12:00:00Z") -> Object:
    spec = {"containers": [{"name": "app", "image": "app:1"}]}
    metadata = {"name": "migrate", "namespace": "shop", "uid": "job-1", "creationTimestamp": created}
    return {"kind": "Job", "metadata": metadata, "spec": {"template": {"spec": spec}}}


async def test_a_job_has_one_template(collect: Collect, context: CollectorContext, case: Case, texts: Texts) -> None:
    case["pod"]["metadata"]["ownerReferences"] = [{"kind": "Job", "name": "migrate", "uid": "1", "controller": True}]
    findings = await collect(COLLECTOR, replace(context, owners=(job(),)))
    assert texts(findings) == ["Job migrate was created, 12 s before the first failure"]
    assert findings.template.containers[0].image == "app:1"
    assert findings.template.revision == "generation/1"


async def test_a_job_of_a_schedule_is_nothing_new(collect: Collect, context: CollectorContext) -> None:
    schedule = {"kind": "CronJob", "metadata": {"name": "nightly", "namespace": "shop"}}
    assert (await collect(COLLECTOR, replace(context, owners=(job(), schedule)))).facts == []


async def test_a_bare_pod(collect: Collect, context: CollectorContext, case: Case, texts: Texts) -> None:
    del case["pod"]["metadata"]["ownerReferences"]
    findings = await collect(COLLECTOR, replace(context, owners=()))
    assert texts(findings) == ["Pod checkout-5bd69bbfbf-c7phk was created, 9 s before the first failure"]
    assert findings.template.revision == "generation/1"


async def test_when_the_pods_are_gone_the_newest_revision_counts(collect: Collect, context: CollectorContext) -> None:
    findings = await collect(COLLECTOR, replace(context, pods=()))
    assert findings.template.revision == "checkout-5bd69bbfbf"


async def test_who_rolled_out_what_and_why_is_told_where_the_workload_says_so(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    wrote = {"manager": "helm", "time": "2026-03-01T11:59:59Z", "fieldsV1": {"f:spec": {"f:template": {}}}}
    case["deployment"]["metadata"] |= {
        "managedFields": [wrote],
        "annotations": {"meta.helm.sh/release-name": "web"},
        "labels": {"helm.sh/chart": "shop-1.4.2"},
    }
    case["replicaSets"][1]["metadata"]["annotations"]["kubernetes.io/change-cause"] = "upgrade\nto 2 " + "x" * 1_000
    fact = (await collect(COLLECTOR, context)).facts[0]
    assert ", 12 s before the first failure, by helm (release web, chart shop-1.4.2; change cause: upgrade" in fact.text
    assert len(fact.text) < 600
    assert fact.attributes["manager"] == "helm"
    assert fact.attributes["helm"] == "release web, chart shop-1.4.2"


async def test_why_is_told_also_where_nobody_knows_who(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    case["replicaSets"][1]["metadata"]["annotations"]["kubernetes.io/change-cause"] = "more replicas"
    assert texts(await collect(COLLECTOR, context))[0].endswith("first failure, change cause: more replicas")


@pytest.mark.parametrize("said", ["two", "", "9" * 400, "٣"])
async def test_an_odd_number_of_a_revision_ends_no_collector(
    collect: Collect, context: CollectorContext, case: Case, said: str
) -> None:
    case["replicaSets"][0]["metadata"]["annotations"]["deployment.kubernetes.io/revision"] = said
    assert (await collect(COLLECTOR, context)).facts[0].attributes["revision"] == "2"
