"""A golden case for a proposed rule: a pod in a crash loop whose log says what the rule looks for. Pure."""

from typing import Any

from casebook_analyzer.models import FactKind, Incident
from casebook_operator.taxonomies.proposal import Draft

_POD, _CONTAINER, _NAMESPACE, _OWNER = "proposed-5d9f-abcde", "app", "proposed", "proposed"
_BEGAN, _ENDED = "2026-01-01T10:00:00Z", "2026-01-01T10:00:05Z"
_LINES = 20


def golden_case(rule: Draft, latest: Incident) -> dict[str, dict[str, Any]]:
    """What stands in ``status.yaml`` and ``expected.yaml``. Names are made up; the lines are those of the incident."""
    lines = [fact.text for fact in latest.bundle.standing if fact.kind is FactKind.LOG][-_LINES:]
    code = latest.conclusion.signature.exit_code or 1
    status = {
        "id": rule["id"],
        "trigger": {"type": "CrashLoopBackOff", "kind": "Pod", "name": _POD, "namespace": _NAMESPACE},
        "objects": [_pod(code), *_owners()],
        "logs": {f"{_POD}/{_CONTAINER}": {"previous": "\n".join(lines) + "\n"}},
    }
    expected = {
        "category": rule["category"],
        "rules": [rule["id"]],
        "subject": f"Deployment/{_NAMESPACE}/{_OWNER}",
        "trigger": "CrashLoopBackOff",
    }
    return {"status.yaml": status, "expected.yaml": expected}


def _pod(code: int) -> dict[str, Any]:
    ended = {"exitCode": code, "reason": "Error", "startedAt": _BEGAN, "finishedAt": _ENDED}
    container = {
        "name": _CONTAINER, "image": "registry.example.com/app:1", "ready": False, "restartCount": 4,
        "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": {"terminated": ended},
    }  # fmt: skip
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": _metadata(_POD, ("ReplicaSet", f"{_OWNER}-5d9f")),
        "spec": {"nodeName": "node-1", "containers": [{"name": _CONTAINER, "image": "registry.example.com/app:1"}]},
        "status": {"phase": "Running", "startTime": _BEGAN, "containerStatuses": [container]},
    }


def _owners() -> list[dict[str, Any]]:
    made = {"apiVersion": "apps/v1", "spec": {"replicas": 1}}
    return [
        made | {"kind": "ReplicaSet", "metadata": _metadata(f"{_OWNER}-5d9f", ("Deployment", _OWNER))},
        made | {"kind": "Deployment", "metadata": _metadata(_OWNER, None)},
    ]


def _metadata(name: str, owner: tuple[str, str] | None) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        "name": name,
        "namespace": _NAMESPACE,
        "uid": f"uid-{name}",
        "creationTimestamp": _BEGAN,
    }
    if owner is not None:
        kind, owned_by = owner
        reference = {
            "apiVersion": "apps/v1",
            "kind": kind,
            "name": owned_by,
            "uid": f"uid-{owned_by}",
            "controller": True,
        }
        metadata["ownerReferences"] = [reference]
    return metadata
