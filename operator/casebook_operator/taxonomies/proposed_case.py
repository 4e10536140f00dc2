"""A golden case for a proposed rule: a pod in a crash loop of which somebody says what the rule looks for. Pure."""

import re
from typing import Any

from casebook_analyzer.models import Fact, FactKind, Incident
from casebook_analyzer.text import LINE_BREAK, compiled
from casebook_analyzer.text.patterns import compiled_for_once
from casebook_operator.taxonomies.proposal import Draft

_POD, _CONTAINER, _NAMESPACE, _OWNER, _NODE = "proposed-5d9f-abcde", "app", "proposed", "proposed", "node-1"
_BEGAN, _ENDED = "2026-01-01T10:00:00Z", "2026-01-01T10:00:05Z"
_BEFORE, _AFTER = 4, 2
"""Lines of the log around the one that decides: what was going on, and what came of it."""
_SHORTEST_NAME = 3


def golden_case(rule: Draft, latest: Incident) -> dict[str, dict[str, Any]]:
    """``status.yaml`` and ``expected.yaml`` for words of a log or an Event; empty for those of a kernel.

    Names of the case are made up also where its lines have them.
    """
    condition = rule["all"][0]
    kind, asked = FactKind(condition["kind"]), compiled(condition["text"])
    spoken = [fact for fact in latest.bundle.standing if fact.kind is kind]
    said = next((number for number, fact in enumerate(spoken) if asked.search(fact.text)), None)
    if said is None or kind is FactKind.KERNEL:
        return {}
    logged = kind is FactKind.LOG
    around = [_without_names(fact.text, latest) for fact in spoken[max(said - _BEFORE, 0) : said + _AFTER + 1]]
    log = "\n".join(around).replace(LINE_BREAK, "\n") if logged else "starting"
    code = latest.conclusion.signature.exit_code or 1
    status = {
        "id": rule["id"],
        "trigger": {"type": "CrashLoopBackOff", "kind": "Pod", "name": _POD, "namespace": _NAMESPACE},
        "objects": [_pod(code), *_owners()],
        "logs": {f"{_POD}/{_CONTAINER}": {"previous": f"{log}\n"}},
    }
    if not logged:
        status["events"] = [_event(spoken[said], latest)]
    expected = {
        "category": rule["category"],
        "rules": [rule["id"]],
        "subject": f"Deployment/{_NAMESPACE}/{_OWNER}",
        "trigger": "CrashLoopBackOff",
    }
    return {"status.yaml": status, "expected.yaml": expected}


def _without_names(text: str, latest: Incident) -> str:
    """The names of the case's own objects as those of the golden case: it goes where others read it."""
    subject, signal = latest.bundle.subject, latest.bundle.signal
    names = {
        signal.origin.name: _POD if signal.origin.kind == "Pod" else _OWNER,
        subject.name: _OWNER,
        subject.namespace: _NAMESPACE,
        subject.node_name: _NODE,
        signal.node_name: _NODE,
    }
    for name in sorted((name for name in names if len(name) >= _SHORTEST_NAME), key=len, reverse=True):
        whole = compiled_for_once(rf"(^|[^\pL\pN_-]){re.escape(name)}\b")
        text = whole.sub(rf"\1{names[name]}", text)
    return text


def _event(fact: Fact, latest: Incident) -> dict[str, Any]:
    involved = {"kind": "Pod", "name": _POD, "namespace": _NAMESPACE, "uid": f"uid-{_POD}"}
    return {
        "metadata": {"name": f"{_POD}.1", "namespace": _NAMESPACE, "creationTimestamp": _BEGAN},
        "involvedObject": involved,
        "reason": fact.attributes.get("reason", "Failed"),
        "message": _without_names(fact.text, latest),
        "type": "Warning",
        "count": 3,
        "firstTimestamp": _BEGAN,
        "lastTimestamp": _ENDED,
    }


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
        "spec": {"nodeName": _NODE, "containers": [{"name": _CONTAINER, "image": "registry.example.com/app:1"}]},
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
