"""Who changed a workload, and through which release: as the workload itself says it. Pure functions.

Whoever may write a workload may write all of this, so it names where to look and proves nothing. What a delivery tool
says of its own objects is read by :mod:`casebook_operator.collectors.releases`, which asks it whether it is true.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, labels_of, managed_fields, namespace_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, text

CHANGE_CAUSE = "kubernetes.io/change-cause"
"""Copied to each revision (pkg/controller/deployment/util/deployment_util.go, ``SetNewReplicaSetAnnotations``)."""

HELM_RELEASE, HELM_NAMESPACE = "meta.helm.sh/release-name", "meta.helm.sh/release-namespace"
"""Helm pkg/action/validate.go, ``helmReleaseNameAnnotation`` and ``helmReleaseNamespaceAnnotation``."""
_HELM_CHART = "helm.sh/chart"
"""``name-version``, by Helm's guide to labels (helm.sh/docs/chart_best_practices/labels)."""

_ARGO_TRACKING, _ARGO_INSTANCE = "argocd.argoproj.io/tracking-id", "argocd.argoproj.io/instance"
"""Argo CD common/common.go, ``AnnotationKeyAppInstance`` and the label that its manual proposes
(``application.instanceLabelKey``). ``app.kubernetes.io/instance``, its default, is Helm's as well and tells neither."""

_FLUX = {"Kustomization": "kustomize.toolkit.fluxcd.io", "HelmRelease": "helm.toolkit.fluxcd.io"}
"""Flux sets ``<group>/name`` and ``<group>/namespace`` (kustomize-controller and helm-controller, owner labels)."""

_SOURCE_REVISION = ("org.opencontainers.image.revision", "org.opencontainers.image.source")
"""Keys of the OCI image specification (annotations.md), which pipelines also put on what they deploy."""

_AT_ONCE = timedelta(minutes=1)
"""A controller makes a revision within seconds of the write of the template. Slow ones take longer under load."""


class Delivery(NamedTuple):
    """The object of a delivery tool that a workload names as its own."""

    kind: str
    """``Application``, ``Kustomization`` or ``HelmRelease``."""
    namespace: str
    """Empty where the workload does not say it: that of Argo CD itself."""
    name: str


def writer_of(workload: Object, revision_created: datetime | None) -> str:
    """The field manager that wrote the pod template when the revision was made, such as ``kubectl-set`` or ``helm``.

    Times have whole seconds. Of two writes in one, whoever owns less of the template came later, as the first one wrote
    all of it. Empty when nobody wrote it within a minute: the one who did has been replaced in ``managedFields`` since.
    """
    if revision_created is None:
        return ""
    writes = [
        (abs(time - revision_created), len(repr(owned["f:template"])), text(entry, "manager"))
        for entry in managed_fields(workload)
        if "f:template" in (owned := mapping(entry, "fieldsV1", "f:spec"))
        and (time := parse_time(entry.get("time"))) is not None
    ]
    distance, _, manager = min(writes, default=(_AT_ONCE, 0, ""))
    return manager if distance < _AT_ONCE else ""


def helm_release(workload: Object) -> str:
    """``release shop, chart shop-1.4.2``, or an empty string when Helm did not install the workload.

    The number of the release's revision is in a Secret, and no Secret is read.
    """
    release = annotations_of(workload).get(HELM_RELEASE, "")
    chart = labels_of(workload).get(_HELM_CHART, "")
    return f"release {release}{f', chart {chart}' if chart else ''}" if release else ""


def source_revision(template: Object) -> str:
    """The commit that a pod template says it was built from, with its repository where that is there."""
    said = annotations_of(template) | labels_of(template)
    revision, source = (str(said.get(key) or "") for key in _SOURCE_REVISION)
    return f"{revision}{f' of {source}' if source else ''}" if revision else ""


def deliveries_of(workload: Object) -> tuple[Delivery, ...]:
    """What the workload names as the objects that it was delivered by."""
    annotations, labels = annotations_of(workload), labels_of(workload)
    found = [
        Delivery(kind, labels.get(f"{group}/namespace") or namespace_of(workload), labels[f"{group}/name"])
        for kind, group in _FLUX.items()
        if labels.get(f"{group}/name")
    ]
    # <application>:<group>/<kind>:<namespace>/<name> (util/argo/resource_tracking.go, ``BuildAppInstanceValue``)
    tracked = annotations.get(_ARGO_TRACKING, "").partition(":")[0] or labels.get(_ARGO_INSTANCE, "")
    # <namespace>_<application> of applications in any namespace (util/argo/argo.go, ``AppInstanceName``)
    namespace, _, name = tracked.rpartition("_")
    if name:
        found.append(Delivery("Application", namespace, name))
    return tuple(found)
