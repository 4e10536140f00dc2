"""What ended a failure is read from a real API server, and its status is taken by it."""

import json
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casebook_analyzer.evidence import assemble
from casebook_analyzer.models import Entity, EvidenceBundle, Incident, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.recovery import RecoverySweep
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.reading.find import read_again
from casebook_operator.reading.object_states import state_of
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings
from casebook_operator.survey import prepare_context, survey
from e2e.cluster import Cluster
from tests.operator.builders import digest, incident, summary
from tests.operator.fakes import FakeMemory

pytestmark = pytest.mark.cluster

TAXONOMY = load_taxonomy(())
SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)
NOW = datetime.now(UTC)
FAILED_AT, HEALTHY_AT = NOW - timedelta(minutes=10), NOW - timedelta(minutes=5)
Apply = Callable[..., None]


@pytest.fixture
def apply(cluster: Cluster, namespace: str) -> Apply:
    """Create objects, or write them again."""

    def run(*objects: Object) -> None:
        text = json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)})
        cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=text)

    return run


@pytest.fixture
async def recovery(kube: KubeClient) -> AsyncIterator["Bench"]:
    bench = Bench(kube)
    yield bench
    await bench.recovery.close()


class Bench:
    """A recovery on a real API server. Only memory is not the real one."""

    def __init__(self, kube: KubeClient) -> None:
        self.kube, self.store, self.memory = kube, InvestigationStore(kube), FakeMemory()
        self.cases = cases = OpenCases(look_again=lambda _: None, scope=Scope())
        correlator = Correlator(
            links=Links(kube, SubjectResolver(kube)),
            devices=DeviceFaults(kube, cases.index),
            index=cases.index,
            last_seen=cases.counter.last_seen,
        )
        closing = Closing(
            writer=StatusWriter(self.store, cases),
            memory=self.memory,  # type: ignore[arg-type]
            cases=cases,
            diff=RecoveryDiff(kube=kube, pseudonyms=lambda _: Pseudonyms(SANITIZER, digest)),
        )
        self.recovery = RecoverySweep(
            kube=kube,
            known=kube,
            cases=cases,
            inhibitor=Inhibitor(correlator, cases),
            closing=closing,
            taxonomy=lambda: TAXONOMY,
            settings=CaseSettings(stable_seconds=60),
        )

    async def open(self, pod: Object) -> Investigation:
        """The case of a failing pod, with the evidence of now."""
        of, about = signal(pod), subject(pod)
        body = manifest(of, about, key=secrets.token_hex(5), episode=1, namespace=about.namespace)
        case = await self.store.create(body)
        status = summary("Open") | {"occurrences": 1, "lastSeen": to_rfc3339(FAILED_AT)}
        written = await self.store.write_status(case, status)
        assert written is not None
        self.cases.put(written)
        self.memory.incidents[case.uid] = await self._incident(case, of, about)
        return written

    async def _incident(self, case: Investigation, of: Signal, about: SubjectRef) -> Incident:
        return incident(id=case.uid, namespace=case.namespace, name=case.name, bundle=await self.evidence(of, about))

    async def evidence(self, of: Signal, about: SubjectRef) -> EvidenceBundle:
        context = await prepare_context(
            self.kube, about, of, conditions=TAXONOMY.conditions, digest=digest, now=datetime.now(UTC)
        )
        found = await survey(context)
        return assemble(subject=about, signal=of, collected_at=NOW, collected=found.parts, sanitizer=SANITIZER)

    async def closed(self, case: Investigation) -> dict[str, Any]:
        """What the API server has of the resolution."""
        await self.recovery.examine(case)
        resolution: dict[str, Any] = (await self.store.get(case.namespace, case.name)).status["resolution"]
        return resolution


def signal(pod: Object) -> Signal:
    metadata = pod["metadata"]
    return Signal(
        trigger=Trigger.CONTAINER_CONFIG_ERROR,
        failure_class="ContainerConfigError",
        origin=Entity(kind="Pod", namespace=metadata["namespace"], name=metadata["name"]),
        origin_uid=metadata["uid"],
        container="app",
        reason="CreateContainerConfigError",
        occurred_at=FAILED_AT,
    )


def subject(pod: Object) -> SubjectRef:
    metadata = pod["metadata"]
    return SubjectRef(
        kind="Pod", namespace=metadata["namespace"], name=metadata["name"], uid=metadata["uid"], container="app"
    )


def config_map(name: str, **data: str) -> Object:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def bare_pod(name: str, *, reads: str) -> Object:
    """No scheduler takes it, and so no kubelet writes its status."""
    level = {"name": "LEVEL", "valueFrom": {"configMapKeyRef": {"name": reads, "key": "LEVEL"}}}
    spec = {"schedulerName": "nobody", "containers": [{"name": "app", "image": "none", "env": [level]}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec}


def failing() -> Object:
    waiting = {"reason": "CreateContainerConfigError", "message": "it cannot be started"}
    return {"phase": "Pending", "containerStatuses": [container({"waiting": waiting})]}


def running() -> Object:
    since = to_rfc3339(HEALTHY_AT)
    ready = {"type": "Ready", "status": "True", "lastTransitionTime": since}
    state = container({"running": {"startedAt": since}}) | {"ready": True}
    return {"phase": "Running", "conditions": [ready], "containerStatuses": [state]}


def container(state: Object) -> Object:
    return {"name": "app", "image": "none", "imageID": "", "ready": False, "restartCount": 0, "state": state}


@pytest.mark.parametrize(
    ("before", "after", "summary_line", "fix"),
    [
        (None, {"LEVEL": "info"}, "ConfigMap {} created", "create the missing ConfigMap"),
        (
            {"OTHER": "x"},
            {"OTHER": "x", "LEVEL": "info"},
            "key LEVEL added to ConfigMap {}",
            "add the key LEVEL to the ConfigMap",
        ),
        ({"LEVEL": "loud"}, {"LEVEL": "info"}, "ConfigMap {} changed", "change the ConfigMap"),
        ({"LEVEL": "info"}, None, "", ""),
    ],
    ids=["created", "key added", "value changed", "nothing changed"],
)
async def test_what_was_done_to_a_config_map_stands_on_the_investigation(
    recovery: Bench,
    cluster: Cluster,
    apply: Apply,
    namespace: str,
    before: dict[str, str] | None,
    after: dict[str, str] | None,
    summary_line: str,
    fix: str,
) -> None:
    name, config = f"solo-{secrets.token_hex(3)}", f"config-{secrets.token_hex(3)}"
    if before is not None:
        apply(config_map(config, **before))
    apply(bare_pod(name, reads=config))

    def becomes(status: Object) -> None:
        patch = json.dumps({"status": status})
        cluster.run_kubectl("patch", "pod", name, "-n", namespace, "--subresource=status", "-p", patch)

    becomes(failing())
    case = await recovery.open(await recovery.kube.get(paths.item("Pod", namespace, name)))
    if after is not None:
        apply(config_map(config, **after))
    becomes(running())
    resolution = await recovery.closed(case)
    if fix:
        assert resolution["kind"] == "ConfigChanged"
        assert resolution["summary"] == summary_line.format(config)
        assert (resolution["changes"], resolution["fix"]) == ([summary_line.format(config)], fix)
    else:
        assert resolution["kind"] == "RecoveredByItself"
        assert "fix" not in resolution
    assert resolution["secondsToResolve"] == 300


@pytest.mark.node
async def test_a_real_node_tells_its_boot_and_its_versions(cluster: Cluster, kube: KubeClient) -> None:
    if not cluster.has_node:
        pytest.skip(cluster.note)
    node = (await kube.list(paths.collection("Node"), limit=1, pages=1))[0]
    (state,) = state_of("Node", node)
    assert {"boot", "kernel", "kubelet", "runtime", "os"} <= state.state.keys()
    assert await read_again(kube, [state]) == (state,)


async def test_a_quota_that_was_raised_stands_in_the_evidence_and_in_the_end(
    recovery: Bench, apply: Apply, namespace: str
) -> None:
    name = f"quota-{secrets.token_hex(3)}"

    def quota(pods: str) -> Object:
        metadata = {"name": name}
        return {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": metadata, "spec": {"hard": {"pods": pods}}}

    apply(quota("0"))
    of = Signal(
        trigger=Trigger.FAILED_CREATE,
        failure_class="FailedCreate",
        origin=Entity(kind="ReplicaSet", namespace=namespace, name="checkout-5d9f"),
        origin_uid="",
        message=f'pods "checkout-5d9f-" is forbidden: exceeded quota: {name}, requested: pods=1, limited: pods=0',
        occurred_at=FAILED_AT,
    )
    about = SubjectRef(kind="Deployment", namespace=namespace, name="checkout")
    evidence = await recovery.evidence(of, about)
    apply(quota("5"))
    body = manifest(of, about, key=secrets.token_hex(5), episode=1, namespace=namespace)
    case = await recovery.store.create(body)
    diff = RecoveryDiff(kube=recovery.kube, pseudonyms=lambda _: Pseudonyms(SANITIZER, digest))
    ending = await diff.ending(case, SubjectHealth(well=True), evidence)
    assert ending.summary == f"pods of ResourceQuota {name}: 0 -> 5"
    assert ending.changes[0].fix == "raise the pods of the ResourceQuota"
