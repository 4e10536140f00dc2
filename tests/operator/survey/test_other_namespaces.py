"""Nothing of another namespace enters the evidence of a case, whatever a tenant makes collectors read."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Entity, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable, TagSource
from casebook_operator.kube import Object, paths
from casebook_operator.reading.boundary import Boundary, ForeignReadError
from casebook_operator.survey import prepare, prepare_context, survey_everything
from casebook_operator.survey.registry import COLLECTORS
from tests.operator.evidence.fakes import Case, FakeKube, data, obj
from tests.operator.evidence.fixtures import digest

T = Trigger
NOW = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)
SEEN = "2026-03-01T12:00:10Z"
MARK = "topsecret"
"""Stands in every field of what is in other namespaces."""
CALLED = {"app": f"{MARK}-app"}
WRITES = [{"manager": f"{MARK}-manager", "time": "2026-03-01T11:59:00Z"}]
LOOPS = {
    "phase": "Running",
    "podIP": "10.9.9.9",
    "containerStatuses": [
        {"name": "c", "restartCount": 3, "state": {"waiting": {"reason": "CrashLoopBackOff", "message": MARK}}}
    ],
}
RUNS = {"name": "proxy", "restartCount": 0, "state": {"running": {"startedAt": "2026-03-01T11:00:00Z"}}}
USES_GPU = {"nodeName": "node-1", "containers": [{"name": MARK, "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}
REFUSED = (
    'pods is forbidden: User "system:serviceaccount:shop:checkout" cannot list resource "pods" in API group "" '
    'in the namespace "bank"'
)
HOSTILE = (
    "dial tcp: connect to ledger-db.bank.svc:9999: connection refused",
    "Get http://web.bank.svc.cluster.local:8080/: context deadline exceeded (i/o timeout)",
    "lookup ledger-db.bank.svc on 10.96.0.10:53: read udp: i/o timeout",
    "failed to create pod sandbox: network plugin is not ready",
    REFUSED,
    'failed calling webhook "gate.example": Post "https://gate.bank.svc:443/": no endpoints available',
    'pods "x" is forbidden: exceeded quota, PodSecurity',
    "FailedMount MountVolume failed: no space left on device, persistentvolume",
    "runtimehandler gone: no runtime for it; Readiness probe failed",
)


def foreign(kind: str, name: str, **parts: Any) -> Object:
    return obj(kind, name, "bank", labels=CALLED, annotations={"note": MARK}, managedFields=WRITES, **parts)


def bank() -> Iterator[Object]:
    """Another namespace, in which each name and value that nobody outside chose is marked."""
    spec = {"selector": CALLED, "ports": [{"name": MARK, "port": 5432, "targetPort": MARK}]}
    for name in ("ledger-db", "web", "gate"):
        yield foreign("Service", name, spec=spec)
    slices = foreign("EndpointSlice", f"{MARK}-1", endpoints=[{"conditions": {"ready": False}}] * 7)
    slices["metadata"]["labels"] = {"kubernetes.io/service-name": "ledger-db"}
    yield slices
    yield foreign("Pod", f"{MARK}-0", spec=USES_GPU, status=LOOPS)
    yield foreign("Pod", f"calico-{MARK}", spec={"nodeName": "node-1"}, status=LOOPS)
    yield foreign("Pod", f"nvidia-driver-{MARK}", spec={"nodeName": "node-1"}, status=LOOPS)
    for direction in ("Ingress", "Egress"):
        yield foreign(
            "NetworkPolicy", f"{MARK}-{direction.lower()}", spec={"podSelector": {}, "policyTypes": [direction]}
        )
    template = {"metadata": {"labels": CALLED}, "spec": {"containers": []}}
    yield foreign("Deployment", f"{MARK}-deploy", spec={"replicas": 0, "template": template})
    subjects = [{"kind": "ServiceAccount", "name": "checkout", "namespace": "shop"}]
    reference = {"kind": "Role", "name": f"{MARK}-role"}
    yield foreign("RoleBinding", f"{MARK}-binding", subjects=subjects, roleRef=reference)
    yield foreign("Role", f"{MARK}-role", rules=[])
    yield foreign("ConfigMap", f"{MARK}-config", data={"key": MARK})
    yield foreign("Application", "web", status={"history": [{"revision": MARK}], "resources": [{"name": MARK}]})
    yield foreign(
        "Kustomization", "web", status={"lastAppliedRevision": MARK, "inventory": {"entries": [{"id": MARK}]}}
    )
    made = {"name": "web", "namespace": "bank", "chartName": MARK, "chartVersion": "1", "version": 1}
    yield foreign("HelmRelease", "web", status={"history": [made]})
    for kind in ("ResourceQuota", "LimitRange", "PodDisruptionBudget", "Job", "PersistentVolumeClaim", "Investigation"):
        yield foreign(kind, f"{MARK}-{kind.lower()}", spec={}, status={})


def cluster() -> Iterator[Object]:
    """What belongs to no namespace, and is led to by what a tenant writes."""
    hooks = [{"name": "gate.example", "clientConfig": {"service": {"namespace": "bank", "name": "gate"}}}]
    yield obj("ValidatingWebhookConfiguration", "gate", webhooks=hooks)
    claim = {"namespace": "bank", "name": f"{MARK}-claim"}
    affinity = {"required": {"nodeSelectorTerms": [{"matchExpressions": [{"key": MARK, "values": [MARK]}]}]}}
    spec = {"claimRef": claim, "csi": {"driver": f"{MARK}.csi"}, "nodeAffinity": affinity}
    yield obj("PersistentVolume", "pv-bank", spec=spec, status={"phase": "Failed", "message": MARK})
    source = {"persistentVolumeName": "pv-bank"}
    error = {"attachError": {"message": MARK}}
    yield obj("VolumeAttachment", "csi-1", spec={"source": source, "nodeName": f"{MARK}-node"}, status=error)
    yield obj("Node", f"{MARK}-other", status={})
    event = {
        "involvedObject": {"kind": "Node", "name": "other"},
        "reason": MARK,
        "message": MARK,
        "lastTimestamp": SEEN,
    }
    yield obj("Event", "other.1", "default", type="Warning", **event)


def owner_reference(kind: str, name: str, api_version: str = "v1") -> Object:
    return {"apiVersion": api_version, "kind": kind, "name": name, "uid": f"uid-{kind}-{name}", "controller": True}


def own(case: Case, *, forged: bool) -> Iterator[Object]:
    """What the tenant has made to lead Casebook astray."""
    pod = case["pod"]
    if forged:
        pod["metadata"]["ownerReferences"] = [owner_reference("Node", "other")]
    pod["spec"]["volumes"].append({"name": "data", "persistentVolumeClaim": {"claimName": "stolen"}})
    pod["spec"]["containers"][0]["env"].append({"name": "DB", "value": "postgres://web.bank.svc:5432/db"})
    pod["spec"]["containers"][0]["resources"]["requests"]["nvidia.com/gpu"] = "1"
    pod["spec"]["containers"].append({"name": "proxy"})
    pod["status"]["containerStatuses"].append(RUNS)
    yield pod
    yield case["node"]
    yield from case["replicaSets"]
    case["deployment"]["metadata"] |= {
        "annotations": {
            "argocd.argoproj.io/tracking-id": "bank_web:apps/Deployment:shop/checkout",
            "meta.helm.sh/release-name": "web",
            "meta.helm.sh/release-namespace": "bank",
        },
        "labels": {
            f"{tool}.toolkit.fluxcd.io/{key}": value
            for tool in ("kustomize", "helm")
            for key, value in (("name", "web"), ("namespace", "bank"))
        },
    }
    yield case["deployment"]
    yield obj("PersistentVolumeClaim", "stolen", "shop", spec={"volumeName": "pv-bank"}, status={"phase": "Pending"})
    target = {"kind": "ConfigMap", "name": "topsecret-config", "namespace": "bank"}
    yield obj("HorizontalPodAutoscaler", "scaler", "shop", spec={"scaleTargetRef": target}, status={})
    yield obj("PodDisruptionBudget", "budget", "shop", spec={"selector": {"matchLabels": {"app": "checkout"}}})
    yield obj("Service", "front", "shop", spec={"selector": {"app": "checkout"}, "ports": [{"port": 80}]})
    container = {"name": "c"}
    yield obj(
        "CronJob",
        "nightly",
        "shop",
        spec={"jobTemplate": {"spec": {"template": {"spec": {"containers": [container]}}}}},
    )
    made = [owner_reference("CronJob", "nightly", "batch/v1")]
    yield obj(
        "Job",
        "nightly-1",
        "shop",
        ownerReferences=made,
        spec={},
        status={"conditions": [{"type": "Failed", "status": "True"}]},
    )


class Wall(Boundary):
    """Notes what it has to refuse."""

    refused: list[str]

    def _check(self, path: str, query: dict[str, str | int]) -> None:
        try:
            super()._check(path, query)
        except ForeignReadError:
            self.refused.append(path)
            raise


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(Wall, "refused", found, raising=False)
    monkeypatch.setattr(prepare, "Boundary", Wall)
    return found


CASES = (
    ("Deployment", "checkout", T.CRASH_LOOP_BACK_OFF),
    ("Deployment", "checkout", T.FAILED_CREATE),
    ("Deployment", "checkout", T.FAILED_SCHEDULING),
    ("Deployment", "checkout", T.DISRUPTION_BLOCKED),
    ("Deployment", "checkout", T.IMAGE_PULL_FAILED),
    ("Pod", "checkout-5bd69bbfbf-c7phk", T.POD_LOST),
    ("PersistentVolumeClaim", "stolen", T.VOLUME_FAILED),
    ("HorizontalPodAutoscaler", "scaler", T.AUTOSCALER_FAILED),
    ("PodDisruptionBudget", "budget", T.DISRUPTION_BLOCKED),
    ("Service", "front", T.SERVICE_UNAVAILABLE),
    ("CronJob", "nightly", T.SCHEDULE_MISSED),
    ("Job", "nightly-1", T.JOB_FAILED),
    ("Deployment", "checkout", T.MANUAL),
    ("Service", "front", T.MANUAL),
)


def seen(signal: Signal, kind: str, name: str, trigger: Trigger) -> Signal:
    """A signal whose message says all that is hostile; of a workload its pod has shown it."""
    origin = signal.origin if kind in ("Deployment", "Pod") else Entity(kind=kind, namespace="shop", name=name)
    uid = signal.origin_uid if origin is signal.origin else ""
    return msgspec.structs.replace(signal, trigger=trigger, origin=origin, origin_uid=uid, message="\n".join(HOSTILE))


async def test_nothing_of_another_namespace_enters_evidence_in_no_collector(
    signal: Signal, conditions: ConditionTable, refused: list[str]
) -> None:
    ran: set[str] = set()
    for number, (kind, name, trigger) in enumerate(CASES):
        case = data("crash-loop")
        kube = FakeKube(*own(case, forged=number % 2 == 0), *bank(), *cluster())
        kube.answers[paths.item("Pod", "shop", case["pod"]["metadata"]["name"]) + "/log"] = "\n".join(
            f"2026-03-01T12:00:11.000000000Z {line}" for line in HOSTILE
        ).encode()
        context = await prepare_context(
            kube,
            SubjectRef(kind=kind, namespace="shop", name=name, container="app" if kind == "Deployment" else ""),
            seen(signal, kind, name, trigger),
            conditions=conditions,
            tags={"team": TagSource(namespace_label="team")},
            digest=digest,
            now=NOW,
        )
        found = await survey_everything(context)
        ran |= found.ran
        written = msgspec.json.encode(found.parts).decode()
        assert MARK not in written, _around(written)
    assert refused == []
    assert ran == {one.name for one in COLLECTORS} - {"device_holders"}, "which is for cases of nodes alone"


def _around(written: str) -> str:
    at = written.index(MARK)
    return written[max(0, at - 400) : at + 100]


@pytest.mark.parametrize(
    ("pod", "may"),
    [
        ("shop/checkout-x", True),
        ("kube-system/coredns-5d78c-x", True),
        ("kube-system/rke2-coredns-rke2-coredns-5d78c-x", True),
        ("kube-system/kube-proxy-x", False),
        ("bank/coredns-5d78c-x", False),
    ],
)
async def test_logs_are_read_of_the_own_namespace_and_of_name_servers_alone(pod: str, may: bool) -> None:
    namespace, _, name = pod.partition("/")
    path = f"{paths.item('Pod', namespace, name)}/log"
    kube = FakeKube()
    kube.answers[path] = b"said"
    wall = Boundary(kube, "shop")
    if may:
        assert await wall.get_text(path) == b"said"
    else:
        with pytest.raises(ForeignReadError):
            await wall.get_text(path)


@pytest.mark.parametrize("owner", ["Node", "ConfigMap", "Service", "Namespace", "PersistentVolume"])
async def test_a_forged_owner_is_not_even_read(
    case: Case, signal: Signal, subject: SubjectRef, conditions: ConditionTable, owner: str
) -> None:
    case["pod"]["metadata"]["ownerReferences"] = [owner_reference(owner, "forged")]
    kube = FakeKube(case["pod"], case["node"], obj(owner, "forged", "shop"))
    context = await prepare_context(kube, subject, signal, conditions=conditions, digest=digest, now=NOW)
    assert context.owners == ()
    assert not [path for path, _ in kube.requests if path.endswith("/forged")]
