"""What the objects of Argo CD and Flux say of the workloads that they deliver. Pure functions.

Each names what it manages. That is the proof: a workload only claims, in labels that whoever owns it may write.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, name_of, namespace_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, mappings, number, text, texts
from casebook_operator.reading.changes.provenance import HELM_NAMESPACE, HELM_RELEASE


class Release(NamedTuple):
    """What a delivery tool applied last."""

    revision: str
    """A commit, a tag, or the version of a chart with the number of Helm's revision. Empty before the first."""
    applied_at: datetime | None
    automated: bool = False
    """Whether nobody asked for it: the tool followed its source."""


def release_of(obj: Object) -> Release:
    """The last release of an Application, a Kustomization or a HelmRelease."""
    return _TOOLS[obj["kind"]].release(obj)


def manages(obj: Object, workload: Object) -> bool:
    """Whether an object of a delivery tool lists the workload as its own."""
    return _TOOLS[obj["kind"]].manages(obj, workload)


class _Tool(NamedTuple):
    release: Callable[[Object], Release]
    manages: Callable[[Object, Object], bool]


def _application(obj: Object) -> Release:
    """Argo CD pkg/apis/application/v1alpha1/types.go: ``RevisionHistory``, the oldest first."""
    latest = _entry(obj, -1)
    return Release(
        revision=text(latest, "revision") or ", ".join(texts(latest, "revisions")),
        applied_at=parse_time(latest.get("deployedAt")),
        automated=mapping(latest, "initiatedBy").get("automated") is True,
    )


def _lists(obj: Object, workload: Object) -> bool:
    """Argo CD, ``ApplicationStatus.Resources``."""
    wanted = workload.get("kind"), namespace_of(workload), name_of(workload)
    return any(
        (one.get("kind"), one.get("namespace"), one.get("name")) == wanted
        for one in mappings(obj, "status", "resources")
    )


def _kustomization(obj: Object) -> Release:
    """Flux kustomize-controller api/v1 ``KustomizationStatus``; its ``history`` is there since Flux 2.7."""
    applied_at = parse_time(_entry(obj, 0).get("firstReconciled"))
    return Release(revision=text(obj, "status", "lastAppliedRevision"), applied_at=applied_at, automated=True)


def _in_inventory(obj: Object, workload: Object) -> bool:
    """``<namespace>_<name>_<group>_<kind>`` (fluxcd/pkg ssa, as cli-utils ``ObjMetadata.String``)."""
    group = text(workload, "apiVersion").rpartition("/")[0] or _GROUPS.get(str(workload.get("kind")), "")
    wanted = f"{namespace_of(workload)}_{name_of(workload)}_{group}_{workload.get('kind')}"
    return any(text(entry, "id") == wanted for entry in mappings(obj, "status", "inventory", "entries"))


_GROUPS = {"Deployment": "apps", "StatefulSet": "apps", "DaemonSet": "apps", "ReplicaSet": "apps"} | {
    "Job": "batch",
    "CronJob": "batch",
}
"""Objects in lists do not say their group."""


def _helm_release(obj: Object) -> Release:
    """Flux helm-controller api/v2 ``Snapshot``, the newest first."""
    latest = _entry(obj, 0)
    chart = f"{text(latest, 'chartName')}-{text(latest, 'chartVersion')}" if latest.get("chartVersion") else ""
    revision = f"{chart} (revision {number(latest, 'version')} of Helm)" if chart else ""
    return Release(revision=revision, applied_at=parse_time(latest.get("lastDeployed")), automated=True)


def _is_release_of(obj: Object, workload: Object) -> bool:
    """The release that Helm's annotations name is the one that Flux made, in the namespace of the workload itself."""
    latest = _entry(obj, 0)
    said = annotations_of(workload)
    of_workload = said.get(HELM_RELEASE, ""), said.get(HELM_NAMESPACE, "")
    own = of_workload[1] == namespace_of(workload)
    return own and (text(latest, "name"), text(latest, "namespace")) == of_workload


def _entry(obj: Object, index: int) -> Object:
    """One of what the tool has applied, or an empty one: each keeps a bounded list of that."""
    return (mappings(obj, "status", "history") or [{}])[index]


_TOOLS = {
    "Application": _Tool(_application, _lists),
    "Kustomization": _Tool(_kustomization, _in_inventory),
    "HelmRelease": _Tool(_helm_release, _is_release_of),
}
KINDS = frozenset(_TOOLS)
