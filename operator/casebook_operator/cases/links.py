"""Objects that fail because another does: a pod and its claims, an autoscaler and its target, a budget and its pods."""

import msgspec

from casebook_analyzer.models import Entity, Link, Signal, SubjectRef
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.objects import controller_of, spec_of, template_labels
from casebook_operator.kube.pods import claims_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.selectors import label_selector, matches

MAX_OWNERS = 20
"""Workloads behind one selector that are looked at. A budget or a Service mostly selects one."""

_MAKERS = ("Deployment", "StatefulSet", "DaemonSet")
"""What makes pods that serve. Jobs do not."""


class Links:
    """Reads what the object of a symptom is linked to. An object that is gone or may not be read has no links."""

    def __init__(self, kube: ObjectReader, resolver: SubjectResolver) -> None:
        self._kube = kube
        self._resolver = resolver

    async def of(self, signal: Signal, obj: Object | None) -> list[SubjectRef]:
        """The subjects, other than its own, that may cause a symptom. Which links count is in the trigger's policy.

        ``obj`` is what showed the signal; without it, or for an Event, the object is read.
        """
        namespace, link = signal.origin.namespace, signal.trigger.policy.link
        if link is Link.CLAIMS and signal.origin.kind == "Pod":
            claims = claims_of(await self.pod(signal, obj))
            return [SubjectRef(kind="PersistentVolumeClaim", namespace=namespace, name=name) for name in claims]
        if link is Link.TARGET:
            target = mapping(await self._object(signal, obj), "spec", "scaleTargetRef")
            return [SubjectRef(kind=target["kind"], namespace=namespace, name=target["name"])] if target else []
        if link is Link.SELECTOR:
            behind = await self._workloads(signal, await self.pods(signal, obj))
            return behind or await self._meant(signal, await self._object(signal, obj))
        return []

    async def pod(self, signal: Signal, obj: Object | None) -> Object:
        """The pod that a signal is about. When it is gone, an object with nothing but its name."""
        found = await self._object(signal, obj)
        return found if "metadata" in found else {"metadata": {"name": signal.origin.name}}

    async def pods(self, signal: Signal, obj: Object | None) -> list[Object]:
        """The pods that the object of a signal selects. None without a selector, and where pods may not be listed."""
        selector = mapping(await self._object(signal, obj), "spec").get("selector")
        if signal.origin.kind == "Service":
            selector = {"matchLabels": selector}
        labels = label_selector(selector)
        if not labels:
            return []
        try:
            return await self._kube.list(paths.collection("Pod", signal.origin.namespace), labelSelector=labels)
        except ApiStatusError:
            return []

    async def _object(self, signal: Signal, obj: Object | None) -> Object:
        if obj is not None and "involvedObject" not in obj:
            return obj
        origin = signal.origin
        try:
            return await self._kube.get(paths.item(origin.kind, origin.namespace, origin.name))
        except (ApiStatusError, KeyError):  # of a kind that Casebook has no path for
            return {}

    async def _meant(self, signal: Signal, service: Object) -> list[SubjectRef]:
        """The workloads whose pods would be behind a Service, if they had any."""
        selector = spec_of(service).get("selector")
        if signal.origin.kind != "Service" or not selector:
            return []
        namespace, found = signal.origin.namespace, []
        for kind in _MAKERS:
            try:
                made = await self._kube.list(paths.collection(kind, namespace))
            except (ApiStatusError, NotHeldError):
                continue
            found += [
                SubjectRef(kind=kind, namespace=namespace, name=one["metadata"]["name"], uid=one["metadata"]["uid"])
                for one in made
                if matches({"matchLabels": selector}, template_labels(one))
            ]
        return found[:MAX_OWNERS]

    async def _workloads(self, signal: Signal, pods: list[Object]) -> list[SubjectRef]:
        """The workloads that the pods belong to, each once."""
        one_each: dict[str, Object] = {}
        for pod in pods:
            one_each.setdefault((controller_of(pod) or pod["metadata"])["uid"], pod)
        found = []
        for pod in list(one_each.values())[:MAX_OWNERS]:
            metadata = pod["metadata"]
            origin = Entity(kind="Pod", namespace=metadata["namespace"], name=metadata["name"])
            of_pod = msgspec.structs.replace(signal, origin=origin, origin_uid=metadata["uid"])
            found.append(await self._resolver.resolve(of_pod, pod))
        return found
