"""One fault: a file in ``cases/``. Adding one needs no Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

import msgspec

from e2e.faults.expected import Expected
from e2e.faults.workload import Workload, manifests

MARK = "casebook.example/fault"
"""The label of everything that a fault makes, by which it is deleted."""
CLUSTER_SCOPED = frozenset({"Namespace", "ValidatingWebhookConfiguration", "PersistentVolume"})
_CASES = Path(__file__).parent / "cases"
_NAMESPACE = "Namespace"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does later, and what the Investigations must say then."""

    what: str
    when: list[str] = []
    """What must be so before: arguments of ``kubectl wait``, each line in the namespace of the fault."""
    objects: list[dict[str, Any]] = []
    workload: Workload | None = None
    """Both are applied."""
    kubectl: list[str] = []
    """Commands, each in the namespace of the fault."""
    heal_node: bool = False
    """The node is well again, and its Events are gone."""
    kill_operator: bool = False
    """Casebook's operator is killed and started again."""
    expect: Expected | list[Expected] = []
    lasts: float = 0
    """For how many seconds it must stay so."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that goes wrong."""

    what: str
    expect: Expected | list[Expected]
    names: list[str] = []
    """What names the cause, whoever tells it: each must be said, and of ``a|b`` either."""
    name: str = ""
    workload: Workload | None = None
    objects: list[dict[str, Any]] = []
    """Other manifests, applied first."""
    kernel: list[str] = []
    """Lines into the kernel log of the node."""
    beside: bool = False
    """A fault of the node that comes on the same day as those of workloads: none of them can be due to it."""
    delete: bool = False
    """Delete the workload when it runs."""
    then: list[Step] = []
    """How the story goes on."""
    slow: bool = False
    """It lives by kubelet's own pauses, which a busy machine stretches: ``make faults`` has it, tests have not."""

    @property
    def namespace(self) -> str:
        """Every fault has one of its own."""
        return f"fault-{self.name}"

    @property
    def of_node(self) -> bool:
        return bool(self.kernel)

    @property
    def alone(self) -> bool:
        """Faults of the node are injected one after the other: evidence of one would decide the next."""
        return self.of_node and not self.beside

    @property
    def expected(self) -> list[Expected]:
        return listed(self.expect)

    def manifests(self) -> list[dict[str, Any]]:
        """Everything to apply, in order."""
        return self.placed([obj for obj in self.objects if obj["kind"] != _NAMESPACE], self.workload)

    def place(self) -> dict[str, Any]:
        """The namespace of it all, which is there before."""
        plain = {"apiVersion": "v1", "kind": _NAMESPACE, "metadata": {"name": self.namespace}}
        return self._placed(next((obj for obj in self.objects if obj["kind"] == _NAMESPACE), plain))

    def placed(self, objects: Sequence[dict[str, Any]], workload: Workload | None) -> list[dict[str, Any]]:
        """Manifests with the namespace and the mark of the fault."""
        return [self._placed(body) for body in (*objects, *(manifests(workload) if workload else ()))]

    def _placed(self, body: dict[str, Any]) -> dict[str, Any]:
        metadata = body["metadata"] | {"labels": {MARK: "true"} | body["metadata"].get("labels", {})}
        if body["kind"] not in CLUSTER_SCOPED:
            metadata = {"namespace": self.namespace} | metadata
        return body | {"metadata": metadata}


def listed(expect: Expected | list[Expected]) -> list[Expected]:
    return expect if isinstance(expect, list) else [expect]


def load_faults(values: dict[str, str]) -> list[Fault]:
    """All faults, by name. ``values`` stand for ``${NAME}`` in the files."""
    faults = []
    for path in sorted(_CASES.glob("*.yaml")):
        text = Template(path.read_text()).substitute({"NAMESPACE": f"fault-{path.stem}", **values})
        fault = msgspec.yaml.decode(text, type=Fault)
        faults.append(msgspec.structs.replace(fault, name=path.stem))
    return faults
