"""A subject that failed and is well again, and what Casebook makes of the difference."""

from typing import Any

from casebook_analyzer.models import (
    EvidenceBundle,
    ObjectState,
    SubjectRef,
    Trigger,
    WorkloadTemplate,
)
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.recovery_diff import Ending, RecoveryDiff
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.reading.changes.template import template_of_pod
from casebook_operator.reading.object_states import state_of
from tests.operator.builders import (
    at,
    bundle,
    container,
    digest,
    investigation,
    node,
    pod,
    running,
    signal,
    subject,
    workload,
)
from tests.operator.fakes import FakeKube

FAILED = "checkout-5d9f-abcde"


def healthy(name: str = FAILED, on: str = "node-1", **spec: Any) -> Object:
    made = pod(container(state=running(60)), name=name, ready_since=60)
    made["spec"] |= {"nodeName": on} | spec
    return made


def with_memory(limit: str, **more: Any) -> Object:
    return healthy(**more) | {
        "spec": {"nodeName": "node-1", "containers": [{"name": "app", "resources": {"limits": {"memory": limit}}}]}
    }


def template(of: Object) -> WorkloadTemplate:
    return template_of_pod(of, digest)


def config_map(version: str = "100") -> Object:
    metadata = {"namespace": "shop", "name": "app-config", "uid": "u-config", "resourceVersion": version}
    return {"kind": "ConfigMap", "metadata": metadata}


def deployment(replicas: int) -> Object:
    return workload("Deployment", "checkout", replicas=replicas)


def booted(boot: str, *, uid: str = "uid-node-1", kernel: str = "6.8.0", **spec: Any) -> Object:
    made = node()
    made["metadata"]["uid"] = uid
    made["status"]["nodeInfo"] = {"bootID": boot, "kernelVersion": kernel}
    return made | {"spec": spec}


def states(*objects: Object) -> tuple[ObjectState, ...]:
    return tuple(state for obj in objects for state in state_of(obj["kind"], obj))


def evidence(*objects: Object, failed: Object | None = None, **changes: Any) -> EvidenceBundle:
    return bundle(template=template(failed) if failed else None, objects=states(*objects), **changes)


def failing(
    trigger: Trigger = Trigger.CRASH_LOOP_BACK_OFF, about: SubjectRef | None = None, **of: Any
) -> Investigation:
    return investigation("Open", of=signal(trigger=trigger, **of), about=about or subject())


def well(*pods: Object) -> SubjectHealth:
    return SubjectHealth(since=at(60), pod=pods[0], pods=pods)


async def ended(
    found: EvidenceBundle | None,
    health: SubjectHealth,
    *now: Object,
    case: Investigation | None = None,
    kube: FakeKube | None = None,
) -> Ending:
    kube = kube or FakeKube()
    kube.put(*now)
    diff = RecoveryDiff(kube=kube, pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), digest))
    return await diff.ending(case or failing(), health, found)
