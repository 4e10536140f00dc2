"""Kubernetes objects and Casebook values as tests need them: plausible, and only as large as the claim wants."""

from datetime import UTC, datetime, timedelta
from typing import Any

from casebook_analyzer.models import (
    Band,
    Category,
    Conclusion,
    Entity,
    EvidenceBundle,
    Incident,
    Severity,
    Signal,
    Signature,
    SimilarIncident,
    SubjectRef,
    Trigger,
)
from casebook_operator.investigation import Investigation, manifest, parse
from casebook_operator.investigation.names import case_key
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339

T0 = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
"""When things begin to fail in tests."""

CLUSTER = "test-cluster"


def at(seconds: float = 0) -> datetime:
    return T0 + timedelta(seconds=seconds)


def rfc(seconds: float = 0) -> str:
    return to_rfc3339(at(seconds))


def digest(value: str) -> str:
    """What stands for a value that is not told."""
    return f"digest-of-{value}"


def waiting(reason: str, message: str = "") -> Object:
    return {"waiting": {"reason": reason, **({"message": message} if message else {})}}


def running(since: float = 0) -> Object:
    return {"running": {"startedAt": rfc(since)}}


def ended(reason: str, exit_code: int, finished: float = 0, **more: Any) -> Object:
    times = {"startedAt": rfc(finished - 5), "finishedAt": rfc(finished)}
    return {"terminated": {"reason": reason, "exitCode": exit_code, **times, **more}}


def container(name: str = "app", *, state: Object | None = None, last: Object | None = None) -> Object:
    return {"name": name, "state": state or running(), "lastState": last or {}, "restartCount": 1, "ready": False}


def crash_looping(name: str = "app", *, finished: float = 0, exit_code: int = 1) -> Object:
    return container(name, state=waiting("CrashLoopBackOff"), last=ended("Error", exit_code, finished))


def pod(
    *containers: Object,
    name: str = "checkout-5d9f-abcde",
    namespace: str = "shop",
    uid: str = "",
    statuses: str = "containerStatuses",
    owner: Object | None = None,
    ready_since: float | None = None,
    **metadata: Any,
) -> Object:
    ready = {"type": "Ready", "status": "False" if ready_since is None else "True"}
    ready["lastTransitionTime"] = rfc(ready_since or 0)
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": namespace,
            "uid": uid or f"uid-{name}",
            "creationTimestamp": rfc(-60),
            **({"ownerReferences": [owner]} if owner else {}),
            **metadata,
        },
        "spec": {"nodeName": "node-1", "containers": [{"name": one["name"]} for one in containers]},
        "status": {"startTime": rfc(-50), statuses: list(containers), "conditions": [ready]},
    }


def reference(kind: str, name: str, uid: str = "", *, controller: bool = True) -> Object:
    return {"kind": kind, "name": name, "uid": uid or f"uid-{kind}-{name}", "controller": controller}


def workload(kind: str, name: str, namespace: str = "shop", *, owner: Object | None = None, **spec: Any) -> Object:
    owners = {"ownerReferences": [owner]} if owner else {}
    return {
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace, "uid": f"uid-{kind}-{name}", **owners},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": name}}, **spec},
    }


def node(*conditions: Object, name: str = "node-1", created: float = -86_400) -> Object:
    metadata = {"name": name, "uid": f"uid-{name}", "creationTimestamp": rfc(created)}
    return {"kind": "Node", "metadata": metadata, "status": {"conditions": list(conditions)}}


def condition(kind: str, status: str, *, since: float = 0, reason: str = "Because", message: str = "") -> Object:
    return {"type": kind, "status": status, "reason": reason, "message": message, "lastTransitionTime": rfc(since)}


def node_event(message: str, *, name: str = "node-1", kind: str = "Node", **more: Any) -> Object:
    """As node-problem-detector writes it: the node's name stands where its UID belongs."""
    return {
        "metadata": {"name": f"{name}.1", "namespace": "default", "creationTimestamp": rfc(-5)},
        "type": "Warning",
        "reason": "XidError",
        "message": message,
        "involvedObject": {"kind": kind, "name": name, "uid": name},
        "lastTimestamp": rfc(),
    } | more


def signal(seconds: float = 0, **changes: Any) -> Signal:
    values: dict[str, Any] = {
        "trigger": Trigger.CRASH_LOOP_BACK_OFF,
        "failure_class": "CrashLoopBackOff",
        "origin": Entity(kind="Pod", namespace="shop", name="checkout-5d9f-abcde"),
        "origin_uid": "uid-checkout-5d9f-abcde",
        "container": "app",
        "node_name": "node-1",
        "reason": "CrashLoopBackOff",
        "exit_code": 1,
        "occurred_at": at(seconds),
    }
    return Signal(**(values | changes))


def node_signal(seconds: float = 0, **changes: Any) -> Signal:
    values: dict[str, Any] = {
        "trigger": Trigger.NODE_CONDITION,
        "failure_class": "GPU",
        "origin": Entity(kind="Node", name="node-1"),
        "origin_uid": "uid-node-1",
        "node_name": "node-1",
        "reason": "XidCriticalError=True (XidError)",
        "occurred_at": at(seconds),
        "severity": Severity.CRITICAL,
    }
    return Signal(**(values | changes))


def subject(**changes: Any) -> SubjectRef:
    values = {"kind": "Deployment", "namespace": "shop", "name": "checkout", "uid": "uid-Deployment-checkout"}
    return SubjectRef(**(values | {"container": "app", "node_name": "node-1"} | changes))


NODE_SUBJECT = SubjectRef(kind="Node", name="node-1", uid="uid-node-1", node_name="node-1")


def stored(body: Object, *, uid: str = "", status: Object | None = None, created: float = 1) -> Object:
    """What the API server makes of a manifest."""
    given = {"uid": uid or f"uid-{body['metadata']['name']}", "generation": 1, "creationTimestamp": rfc(created)}
    return body | {"metadata": body["metadata"] | given} | ({"status": status} if status else {})


def summary(state: str) -> Object:
    status = {"Open": "True", "Recurring": "True", "Resolved": "True", "Failed": "False"}.get(state, "Unknown")
    return {"conditions": [{"type": "Succeeded", "status": status, "reason": state, "lastTransitionTime": rfc(1)}]}


def investigation(
    state: str = "",
    *,
    of: Signal | None = None,
    about: SubjectRef | None = None,
    episode: int = 1,
    uid: str = "",
    created: float = 1,
    **status: Any,
) -> Investigation:
    of, about = of or signal(), about or subject()
    key = case_key(CLUSTER, about, of.failure_class)
    body = manifest(of, about, key=key, episode=episode, namespace=about.namespace or "casebook")
    return parse(stored(body, uid=uid, status=(summary(state) if state else {}) | status, created=created))


def conclusion(**changes: Any) -> Conclusion:
    values: dict[str, Any] = {
        "category": Category.CONFIG_ERROR,
        "confidence": 85,
        "title": "A required environment variable is not set",
        "summary": "checkout ends because DATABASE_URL is not set.",
        "rules": ("missing-environment",),
        "signature": Signature(key="0123456789abcdef"),
        "taxonomy_version": "test",
    }
    return Conclusion(**(values | changes))


def similar(**changes: Any) -> SimilarIncident:
    values: dict[str, Any] = {
        "id": "0f8fad5b-d9cb-469f-a165-70867728950e",
        "namespace": "billing",
        "name": "invoices-0123456789-1",
        "subject": "Deployment/billing/invoices",
        "category": Category.CONFIG_ERROR,
        "title": "A required environment variable is not set",
        "opened_at": at(-86_400),
        "score_permille": 910,
        "lexical_permille": 910,
        "band": Band.STRONG,
        "why": ("same signature", "shared terms: database_url"),
        "resolution": "env DATABASE_URL added to container app",
        "fixed": True,
        "seconds_to_resolve": 600,
    }
    return SimilarIncident(**(values | changes))


def bundle(**changes: Any) -> EvidenceBundle:
    return EvidenceBundle(**({"subject": subject(), "signal": signal(), "collected_at": at(2)} | changes))


def incident(**changes: Any) -> Incident:
    values: dict[str, Any] = {
        "id": "uid-checkout",
        "tenant": CLUSTER,
        "namespace": "shop",
        "name": "checkout-0123456789-1",
        "episode": 1,
        "opened_at": at(1),
        "bundle": bundle(),
        "conclusion": conclusion(),
        "report": "# Report",
    }
    return Incident(**(values | changes))
