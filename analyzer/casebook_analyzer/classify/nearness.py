"""How near a fact is to what fails: of the failing container, of another that fails too, or of a bystander."""

from enum import IntEnum

from casebook_analyzer.models import EvidenceBundle, Fact, FactKind

_STARTING = frozenset({None, "", "ContainerCreating", "PodInitializing"})
"""Waiting reasons of a container that nothing has gone wrong with yet (pkg/kubelet/kubelet_pods.go)."""
_PREFIX = 46
"""Characters of a workload's name that its pods' names certainly begin with: both generated parts take 17 of 63
(k8s.io/apiserver names/generate.go; controllers shorten likewise)."""


class Nearness(IntEnum):
    """How near a fact is to the failing container. A smaller number is nearer."""

    OWN = 0
    """A fact of the failing container, or of no container at all."""
    FAILS_TOO = 1
    BYSTANDER = 2
    """A healthy container of the pod, or another workload's."""


class Surroundings:
    """Tells how near the facts of one bundle are."""

    def __init__(self, bundle: EvidenceBundle) -> None:
        self._subject, self._origin = bundle.subject, bundle.signal.origin
        self._container = bundle.signal.container or bundle.subject.container
        self._failing = {_key(f) for f in bundle.facts if f.kind is FactKind.STATE and _fails(f.attributes)}

    def of(self, fact: Fact) -> Nearness:
        """How near a fact is. Facts that name no container are as near as those of the failing one."""
        container = fact.attributes.get("container", "")
        if "peer" in fact.attributes:
            return Nearness.BYSTANDER
        if not container or self._subject.kind == "Node":
            return Nearness.OWN
        if self._is_own_pod(fact) and (not self._container or container == self._container):
            return Nearness.OWN
        return Nearness.FAILS_TOO if _key(fact) in self._failing else Nearness.BYSTANDER

    def _is_own_pod(self, fact: Fact) -> bool:
        """Replicas of one workload fail alike: each other's facts are their own."""
        pod = fact.entity
        if pod is None or pod.kind != "Pod" or pod.name == self._origin.name:
            return True
        same_namespace = pod.namespace == (self._subject.namespace or self._origin.namespace)
        return same_namespace and pod.name.startswith(self._subject.name[:_PREFIX])


def _fails(state: dict[str, str]) -> bool:
    if state.get("exitCode", "0") != "0":
        return True
    return state.get("state") == "waiting" and state.get("reason") not in _STARTING


def _key(fact: Fact) -> tuple[str, str]:
    return fact.attributes.get("container", ""), fact.entity.name if fact.entity is not None else ""
