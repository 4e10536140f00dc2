"""One fault: a file in ``cases/``. Adding one needs no Python."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

import msgspec

from e2e.cluster import WORKLOAD_IMAGE

MARK = "casebook.example/fault"
"""The label of everything that a fault makes, by which it is deleted."""
_CASES = Path(__file__).parent / "cases"
_NAMESPACE = "Namespace"
_CLUSTER_SCOPED = frozenset({_NAMESPACE, "ValidatingWebhookConfiguration"})


class Workload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A workload with one container of the test image, without the lines that are the same in every manifest."""

    name: str
    args: list[str] = []
    kind: str = "Deployment"
    replicas: int = 1
    container: dict[str, Any] = {}
    """More fields of the container."""
    pod: dict[str, Any] = {}
    """More fields of the pod specification."""
    spec: dict[str, Any] = {}
    """More fields of the workload's specification."""


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the Investigation must say."""

    subject: str
    """``Kind/name``."""
    category: str | list[str]
    """The category, or all that an expert would accept."""
    trigger: str | list[str]
    """The trigger, or all that may come first."""
    entity: str = ""
    """``Kind/name`` of an object that must be among the affected ones."""
    says: str = ""
    """What must occur in the summary or the chain."""

    @property
    def categories(self) -> list[str]:
        """All that are right."""
        return _as_list(self.category)

    @property
    def triggers(self) -> list[str]:
        """All that are right."""
        return _as_list(self.trigger)


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that goes wrong."""

    what: str
    expect: Expected
    name: str = ""
    workload: Workload | None = None
    objects: list[dict[str, Any]] = []
    """Other manifests, applied first."""
    kernel: list[str] = []
    """Lines into the kernel log of the node."""
    delete: bool = False
    """Delete the workload when it runs."""

    @property
    def namespace(self) -> str:
        """Every fault has one of its own."""
        return f"fault-{self.name}"

    @property
    def of_node(self) -> bool:
        """Faults of the node are injected one after the other: evidence of one would decide the next."""
        return self.expect.subject.startswith("Node/")

    def manifests(self) -> list[dict[str, Any]]:
        """Everything to apply, in order."""
        workload = [manifest(self.workload)] if self.workload else []
        others = [obj for obj in self.objects if obj["kind"] != _NAMESPACE]
        return [self._placed(body) for body in (*others, *workload)]

    def place(self) -> dict[str, Any]:
        """The namespace of it all, which is there before."""
        plain = {"apiVersion": "v1", "kind": _NAMESPACE, "metadata": {"name": self.namespace}}
        return self._placed(next((obj for obj in self.objects if obj["kind"] == _NAMESPACE), plain))

    def _placed(self, body: dict[str, Any]) -> dict[str, Any]:
        metadata = body["metadata"] | {"labels": {MARK: "true"} | body["metadata"].get("labels", {})}
        if body["kind"] not in _CLUSTER_SCOPED:
            metadata = {"namespace": self.namespace} | metadata
        return body | {"metadata": metadata}


def _as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def load_faults(values: dict[str, str]) -> list[Fault]:
    """All faults, by name. ``values`` stand for ``${NAME}`` in the files."""
    faults = []
    for path in sorted(_CASES.glob("*.yaml")):
        text = Template(path.read_text()).substitute({"NAMESPACE": f"fault-{path.stem}", **values})
        fault = msgspec.yaml.decode(text, type=Fault)
        faults.append(msgspec.structs.replace(fault, name=path.stem))
    return faults


def manifest(workload: Workload) -> dict[str, Any]:
    """The whole manifest."""
    labels = {"app.kubernetes.io/name": workload.name}
    container = {"name": "app", "image": WORKLOAD_IMAGE, "imagePullPolicy": "Never", "args": workload.args}
    pod = {"terminationGracePeriodSeconds": 1, "containers": [container | workload.container], **workload.pod}
    metadata: dict[str, Any] = {"name": workload.name, "labels": labels}
    template = {"metadata": {"labels": labels}, "spec": pod}
    match workload.kind:
        case "Pod":
            return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod}
        case "Job":
            once = {"metadata": {"labels": labels}, "spec": {"restartPolicy": "Never", **pod}}
            spec = {"template": once, **workload.spec}
            return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}
        case _:
            selector = {"matchLabels": labels}
            spec = {"replicas": workload.replicas, "selector": selector, "template": template, **workload.spec}
            if workload.kind == "DaemonSet":
                spec.pop("replicas")
            return {"apiVersion": "apps/v1", "kind": workload.kind, "metadata": metadata, "spec": spec}
