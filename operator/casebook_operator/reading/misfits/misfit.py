"""One thing that does not fit, and how it is looked up whether something is there."""

from typing import Any

import msgspec

from casebook_analyzer.models import Entity
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.objects import spec_of, template_labels
from casebook_operator.kube.values import mapping
from casebook_operator.reading.selectors import matches

MAKERS = ("Deployment", "StatefulSet", "DaemonSet")
"""What makes pods that serve."""


class Misfit(msgspec.Struct, frozen=True, kw_only=True):
    """What does not fit, in the words of a fact."""

    reason: str
    """One word, as reasons of Kubernetes are: that of the signal."""
    about: Entity
    """What has to be changed."""
    finding: str
    text: str
    field: str
    attributes: dict[str, Any] = {}
    """What rules and their sentences name: ``service``, ``port``, ``class``, ``gateway``, ``peer``."""


async def class_misfits(kube: ObjectReader, about: Entity, kind: str, name: str, field: str) -> list[Misfit]:
    """That an object is of a class that does not exist. Errors are those of :func:`is_absent`."""
    if not name or not await is_absent(kube, kind, "", name):
        return []
    return [
        Misfit(
            reason="NoSuchClass",
            about=about,
            finding="class-missing",
            text=f"{about.kind} {about.namespace}/{about.name} is of class {name}, and there is no {kind} {name}",
            field=field,
            attributes={"class": name},
        )
    ]


async def is_absent(kube: ObjectReader, kind: str, namespace: str, name: str) -> bool:
    """Whether an object does certainly not exist. A bundle that holds none of a kind does not know.

    Raises:
        ApiStatusError: It may not be read.
        ClusterUnavailableError: The API server does not answer.
    """
    return await found_or_none(kube, kind, namespace, name) is None


async def found_or_none(kube: ObjectReader, kind: str, namespace: str, name: str) -> Object | None:
    """The object; None if it does certainly not exist, and an empty one where a bundle does not know.

    Raises:
        ApiStatusError: It may not be read.
        ClusterUnavailableError: The API server does not answer.
    """
    try:
        return await kube.get(paths.item(kind, namespace, name))
    except NotHeldError:
        return {}
    except ApiStatusError as error:
        if error.not_found:
            return None
        raise


async def listed(kube: ObjectReader, kind: str, namespace: str, labels: str = "") -> list[Object]:
    """The objects of a kind in a namespace that a label selector selects.

    There are none of a kind that is not installed, or that a bundle does not hold.

    Raises:
        ApiStatusError: They may not be listed.
        ClusterUnavailableError: The API server does not answer.
    """
    selected: dict[str, Any] = {"labelSelector": labels} if labels else {}
    try:
        return [one | {"kind": kind} for one in await kube.list(paths.collection(kind, namespace), **selected)]
    except NotHeldError:
        return []
    except ApiStatusError as error:
        if error.no_such_kind:
            return []
        raise


async def makers(kube: ObjectReader, namespace: str) -> list[Object]:
    """All that makes pods in a namespace. Errors are those of :func:`listed`."""
    return [one for kind in MAKERS for one in await listed(kube, kind, namespace)]


def runs(maker: Object) -> bool:
    """Whether it is meant to have pods: who is scaled to 0 has been switched off."""
    return spec_of(maker).get("replicas") != 0


def selects(service: Object, labels: dict[str, str]) -> bool:
    """Whether a Service sends its callers to pods with these labels. One without a selector selects nobody."""
    selector = mapping(service, "spec", "selector")
    return bool(selector) and matches({"matchLabels": selector}, labels)


def behind(service: Object, made_by: list[Object]) -> list[Object]:
    """Those whose pods a Service selects."""
    return [one for one in made_by if selects(service, template_labels(one))]
