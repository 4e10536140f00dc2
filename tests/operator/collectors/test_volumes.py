"""A claim that is not bound, not attached or not there, and why."""

from dataclasses import replace

import msgspec
import pytest

from casebook_analyzer.models import Fact, FactKind, Trigger
from casebook_operator.collectors.volumes import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, forbidden, obj, paths, triggered


def claim(phase: str = "Pending", **spec: object) -> Object:
    asks = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "10Gi"}}}
    return obj("PersistentVolumeClaim", "data", "shop", spec=asks | spec, status={"phase": phase})


@pytest.fixture
def mounting(context: CollectorContext, case: Case) -> CollectorContext:
    """The pod mounts the claim ``data``."""
    case["pod"]["spec"]["volumes"].append({"name": "data", "persistentVolumeClaim": {"claimName": "data"}})
    case["pod"]["status"]["phase"] = "Pending"
    return triggered(replace(context, kube=FakeKube()), Trigger.POD_START_STUCK)


async def test_a_claim_that_does_not_exist(collect: Collect, mounting: CollectorContext, objects: Objects) -> None:
    findings = await collect(COLLECTOR, mounting)
    assert objects(findings) == [("PersistentVolumeClaim", "data", "missing")]
    assert findings.facts[0].attributes["exists"] == "false"
    assert [(entity.name, entity.role) for entity in findings.collected().entities] == [("data", "cause")]


async def test_a_class_that_does_not_exist_is_named_with_those_that_do(
    collect: Collect, mounting: CollectorContext, objects: Objects, texts: Texts
) -> None:
    mounting.kube.add(claim(storageClassName="fast"))
    mounting.kube.add(obj("StorageClass", "standard", provisioner="x"))
    findings = await collect(COLLECTOR, mounting)
    assert objects(findings) == [("PersistentVolumeClaim", "data", "pending"), ("StorageClass", "fast", "missing")]
    assert texts(findings)[-1].endswith("names, does not exist; there are: standard")


async def test_a_class_that_volumes_bear_need_not_exist_and_what_does_not_fit_is_told(
    collect: Collect, mounting: CollectorContext, objects: Objects, texts: Texts
) -> None:
    mounting.kube.add(claim(storageClassName="manual", accessModes=["ReadWriteMany"]))
    spec = {"storageClassName": "manual", "accessModes": ["ReadOnlyMany"], "capacity": {"storage": "1Gi"}}
    mounting.kube.add(obj("PersistentVolume", "archive", spec=spec, status={"phase": "Available"}))
    findings = await collect(COLLECTOR, mounting)
    assert ("StorageClass", "manual", "missing") not in objects(findings)
    assert texts(findings)[-1].startswith("No PersistentVolume fits claim data (")
    assert texts(findings)[-1].endswith("1 of the class, 1 available: archive (1Gi, ReadOnlyMany)")


async def test_a_claim_without_a_class_where_none_is_the_default(
    collect: Collect, mounting: CollectorContext, objects: Objects
) -> None:
    mounting.kube.add(claim())
    mounting.kube.add(obj("StorageClass", "standard", provisioner="x"))
    assert ("StorageClass", "default", "missing") in objects(await collect(COLLECTOR, mounting))
    default = {"storageclass.kubernetes.io/is-default-class": "true"}
    mounting.kube.add(obj("StorageClass", "usual", annotations=default, provisioner="x"))
    assert objects(await collect(COLLECTOR, mounting)) == [("PersistentVolumeClaim", "data", "pending")]


async def test_events_of_the_claim_are_told(collect: Collect, mounting: CollectorContext) -> None:
    mounting.kube.add(claim(storageClassName=""))
    about = {"kind": "PersistentVolumeClaim", "name": "data", "namespace": "shop"}
    event = obj("Event", "e", "shop", reason="ProvisioningFailed", type="Warning", message="no", involvedObject=about)
    mounting.kube.add(event)
    (fact,) = [fact for fact in (await collect(COLLECTOR, mounting)).facts if fact.kind is FactKind.EVENT]
    assert (fact.attributes["reason"], fact.attributes["involvedKind"]) == (
        "ProvisioningFailed",
        "PersistentVolumeClaim",
    )
    assert fact.entity is not None
    assert fact.entity.role == "cause"


async def test_no_volume_is_large_enough(collect: Collect, mounting: CollectorContext, texts: Texts) -> None:
    mounting.kube.add(claim(storageClassName=""))
    small = {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"]}
    mounting.kube.add(obj("PersistentVolume", "pv-1", spec=small, status={"phase": "Available"}))
    findings = await collect(COLLECTOR, mounting)
    fits = "No PersistentVolume fits claim data (10Gi, ReadWriteOnce)"
    assert f"{fits}: 1 of the class, 1 available: pv-1 (1Gi, ReadWriteOnce)" in texts(findings)
    assert "PersistentVolumes that data could bind: none" in findings.collected().looked_for


async def test_a_bound_claim_is_told_as_sound(collect: Collect, mounting: CollectorContext, objects: Objects) -> None:
    mounting.kube.add(claim("Bound", volumeName="pv-1"))
    mounting.kube.add(obj("PersistentVolume", "pv-1", spec={}, status={"phase": "Bound"}))
    assert objects(await collect(COLLECTOR, mounting)) == [("PersistentVolumeClaim", "data", "ok")]


async def test_a_claim_bound_to_nothing(collect: Collect, mounting: CollectorContext, objects: Objects) -> None:
    mounting.kube.add(claim("Lost", volumeName="pv-1"))
    found = objects(await collect(COLLECTOR, mounting))
    assert ("PersistentVolumeClaim", "data", "lost") in found
    assert ("PersistentVolume", "pv-1", "missing") in found


async def test_a_volume_that_the_node_cannot_reach(
    collect: Collect, mounting: CollectorContext, objects: Objects, texts: Texts
) -> None:
    zone = {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["eu-1b"]}
    terms = {"required": {"nodeSelectorTerms": [{"matchExpressions": [zone]}]}}
    mounting.kube.add(claim("Bound", volumeName="pv-1"))
    mounting.kube.add(obj("PersistentVolume", "pv-1", spec={"nodeAffinity": terms}, status={"phase": "Bound"}))
    findings = await collect(COLLECTOR, mounting)
    assert ("PersistentVolume", "pv-1", "selector-mismatch") in objects(findings)
    assert texts(findings)[-1].endswith("zone in eu-1b, and none of 1 is one")


async def test_what_the_attacher_says(collect: Collect, mounting: CollectorContext, texts: Texts) -> None:
    mounting.kube.add(claim("Bound", volumeName="pv-1"))
    mounting.kube.add(obj("PersistentVolume", "pv-1", spec={}, status={"phase": "Bound"}))
    spec = {"source": {"persistentVolumeName": "pv-1"}, "nodeName": "node-1", "attacher": "ebs.csi.aws.com"}
    error = {"attachError": {"message": "volume is in use"}, "attached": False}
    mounting.kube.add(obj("VolumeAttachment", "va", spec=spec, status=error))
    assert "Attaching pv-1 to node node-1 fails: volume is in use" in texts(await collect(COLLECTOR, mounting))


async def test_a_volume_that_is_still_elsewhere(collect: Collect, mounting: CollectorContext, texts: Texts) -> None:
    mounting.kube.add(claim("Bound", volumeName="pv-1"))
    mounting.kube.add(obj("PersistentVolume", "pv-1", spec={}, status={"phase": "Bound"}))
    spec = {"source": {"persistentVolumeName": "pv-1"}, "nodeName": "node-2"}
    mounting.kube.add(obj("VolumeAttachment", "va", spec=spec, status={"attached": True}))
    told = texts(await collect(COLLECTOR, mounting))
    assert "PersistentVolume pv-1 is still attached to node node-2, while the pod is on node-1" in told


async def test_a_driver_that_the_node_does_not_know(
    collect: Collect, mounting: CollectorContext, objects: Objects
) -> None:
    mounting.kube.add(claim("Bound", volumeName="pv-1"))
    volume = obj("PersistentVolume", "pv-1", spec={"csi": {"driver": "nfs.csi.k8s.io"}}, status={"phase": "Bound"})
    mounting.kube.add(volume)
    mounting.kube.add(obj("CSINode", "node-1", spec={"drivers": [{"name": "ebs.csi.aws.com"}]}))
    assert ("CSIDriver", "nfs.csi.k8s.io", "missing") in objects(await collect(COLLECTOR, mounting))


async def test_a_resize_that_does_not_end(collect: Collect, mounting: CollectorContext, texts: Texts) -> None:
    bound = claim("Bound")
    waits = {"type": "FileSystemResizePending", "status": "True", "message": "Waiting for user to (re-)start a pod"}
    bound["status"]["conditions"] = [waits, {"status": "True"}]
    mounting.kube.add(bound)
    assert [text for text in texts(await collect(COLLECTOR, mounting)) if "FileSystemResizePending is True" in text]


async def test_claims_may_be_forbidden(collect: Collect, mounting: CollectorContext, objects: Objects) -> None:
    path = paths.item("PersistentVolumeClaim", "shop", "data")
    mounting.kube.answers[path] = forbidden("get", "persistentvolumeclaims")
    findings = await collect(COLLECTOR, mounting)
    assert objects(findings) == []
    assert [gap.what for gap in findings.gaps] == ["PersistentVolumeClaim objects"]


def test_claims_of_generic_ephemeral_volumes_have_the_name_of_the_pod(context: CollectorContext, case: Case) -> None:
    assert not COLLECTOR.applies(context)
    case["pod"]["spec"]["volumes"].append({"name": "scratch", "ephemeral": {}})
    assert COLLECTOR.applies(context)


def test_that_a_container_mounts_a_claim_is_no_word_about_volumes(context: CollectorContext) -> None:
    assert COLLECTOR.at_once is not None
    mount = {"container": "app", "mountPath": "/data", "mounted": "PersistentVolumeClaim/data"}
    stands = Fact(id="", kind=FactKind.STATE, source="pod", text=f"mounts {mount['mounted']}", attributes=mount)
    said = msgspec.structs.replace(stands, kind=FactKind.LOG, attributes={})
    of_a_log, of_the_pod = (replace(context, found=(fact,)) for fact in (said, stands))
    assert COLLECTOR.at_once(of_a_log)
    assert not COLLECTOR.at_once(of_the_pod)
