"""Pod templates, reduced to what two revisions are compared by. Pure functions.

The projection is normalised so that a pod and the template it was made from give the same: what the API server adds
to pods alone is taken away again, or added to templates as well.
"""

import re
from collections.abc import Iterable
from typing import Any

from casebook_analyzer.models import ContainerTemplate, WorkloadTemplate
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, controller_of, labels_of, metadata_of, name_of, spec_of
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping, mappings, text, texts
from casebook_operator.reading.context import Digest
from casebook_operator.reading.pods.probes import probe_lines
from casebook_operator.reading.pods.volumes import mount_line, volume_line

_TOKEN_VOLUME = re.compile(r"kube-api-access-[a-z0-9]{5}")
"""plugin/pkg/admission/serviceaccount/admission.go, ``ServiceAccountVolumeName`` and a generated suffix."""

_COMPLETION_INDEX = "JOB_COMPLETION_INDEX"
"""pkg/controller/job/indexed_job_utils.go, ``completionIndexEnvName``."""

_CHECKSUM = re.compile(r"(?i)checksum|(?:config|secret)-?hash")
"""``checksum/config`` and its like (helm.sh/docs/howto/charts_tips_and_tricks)."""

_DEFAULT_SERVICE_ACCOUNT = "default"
"""The same admission plugin, ``DefaultServiceAccountName``."""


def project_template(source: Object, *, revision: str, digest: Digest) -> WorkloadTemplate:
    """The projection of a pod, a pod template or a pod specification. Of environment values only digests are kept."""
    spec: Object = source if "containers" in source else spec_of(source)
    volumes = _named(spec.get("volumes"))
    injected = {volume["name"] for volume in volumes if _is_injected(volume)}
    containers = _named(containers_of(spec))
    return WorkloadTemplate(
        revision=revision,
        containers=tuple(_container(container, injected, digest) for container in containers),
        volumes=tuple(volume_line(v) for v in volumes if v["name"] not in injected),
        service_account=str(spec.get("serviceAccountName") or _DEFAULT_SERVICE_ACCOUNT),
        node_selector=_texts(spec.get("nodeSelector")),
        checksums={
            key: digest(str(value)) for key, value in sorted(annotations_of(source).items()) if _CHECKSUM.search(key)
        },
    )


def template_of_pod(pod: Object, digest: Digest) -> WorkloadTemplate:
    """The projection of the template that a pod was made from, as well as the pod alone can tell.

    It does not know what a mutating webhook or a LimitRange has changed:
    :func:`casebook_operator.reading.changes.revisions.current_template` asks the controller instead.
    """
    spec = dict(spec_of(pod))
    spec["volumes"] = [v for v in _named(spec.get("volumes")) if not _from_claim_template(v, pod)]
    source = {"metadata": pod.get("metadata"), "spec": spec}
    return project_template(source, revision=revision_of_pod(pod), digest=digest)


def revision_of_pod(pod: Object) -> str:
    """The name of a pod's revision, from its controller and its labels."""
    controller = controller_of(pod) or {}
    hashed = labels_of(pod).get("controller-revision-hash", "")
    match controller.get("kind"):
        case "ReplicaSet":
            return str(controller.get("name"))
        case "DaemonSet" if hashed:  # carries the hash alone (pkg/controller/daemon/update.go)
            return f"{controller.get('name')}-{hashed}"
        case "StatefulSet" if hashed:  # carries the whole name (pkg/controller/statefulset/stateful_set_utils.go)
            return hashed
        case None:
            return f"generation/{metadata_of(pod).get('generation') or 1}"
        case _:
            return "generation/1"


def _named(items: Iterable[Object] | None) -> list[Object]:
    """Those that say which they are: in objects that people shorten, not all do."""
    return [item for item in items or () if item.get("name")]


def _is_injected(volume: Object) -> bool:
    return "projected" in volume and _TOKEN_VOLUME.fullmatch(volume["name"]) is not None


def _from_claim_template(volume: Object, pod: Object) -> bool:
    """A StatefulSet adds ``<template>`` with the claim ``<template>-<pod>`` for each of its volumeClaimTemplates."""
    claim = mapping(volume, "persistentVolumeClaim")
    return bool(claim.get("claimName") == f"{volume['name']}-{name_of(pod)}")


def _container(container: Object, injected: set[str], digest: Digest) -> ContainerTemplate:
    resources = mapping(container, "resources")
    limits = _texts(resources.get("limits"))
    mounts = [mount for mount in _named(container.get("volumeMounts")) if mount["name"] not in injected]
    devices = [{"name": d["name"], "mountPath": d.get("devicePath")} for d in _named(container.get("volumeDevices"))]
    return ContainerTemplate(
        name=container["name"],
        image=text(container, "image"),
        command=(*texts(container, "command"), *texts(container, "args")),
        env={entry["name"]: _value(entry, digest) for entry in _named(container.get("env")) if not _is_index(entry)},
        env_from=tuple(_source(source) for source in mappings(container, "envFrom")),
        limits=limits,
        # In pods, and in pods alone, requests default to limits (pkg/apis/core/v1/defaults.go, SetDefaults_Pod).
        requests={**limits, **_texts(resources.get("requests"))},
        probes=probe_lines(container),
        mounts=tuple(mount_line(mount) for mount in (*mounts, *devices)),
    )


def _is_index(entry: Object) -> bool:
    return bool(entry["name"] == _COMPLETION_INDEX and "valueFrom" in entry)


def _value(entry: Object, digest: Digest) -> str:
    match entry.get("valueFrom"):
        case None:
            return digest(text(entry, "value"))
        case {"configMapKeyRef": dict() as reference}:
            return f"configmap/{reference.get('name')}:{reference.get('key')}{_optional(reference)}"
        case {"secretKeyRef": dict() as reference}:
            return f"secret/{reference.get('name')}:{reference.get('key')}{_optional(reference)}"
        case {"fieldRef": dict() as reference}:
            return f"field/{reference.get('fieldPath')}"
        case {"resourceFieldRef": dict() as reference}:
            return f"resource/{reference.get('resource')}"
        case other:
            return f"{next(iter(other), 'unknown')}/"


def _source(source: Object) -> str:
    prefix = f" prefix {source['prefix']}" if source.get("prefix") else ""
    for kind, name in (("configMapRef", "configmap"), ("secretRef", "secret")):
        if reference := source.get(kind):
            return f"{name}/{reference.get('name')}{_optional(reference)}{prefix}"
    return "unknown"


def _optional(reference: Object) -> str:
    """Whether a missing object is an error can be the cause of a failure, and its cure."""
    return " (optional)" if reference.get("optional") else ""


def _texts(values: dict[str, Any] | None) -> dict[str, str]:
    return {name: str(value) for name, value in sorted((values or {}).items())}
