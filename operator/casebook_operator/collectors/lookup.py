"""Reads by which the objects around a failure are found. What is gone or forbidden becomes a Gap of the case."""

from casebook_analyzer.models import GapReason, Signal, SubjectRef
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.objects import is_same, name_of, uid_of
from casebook_operator.collectors.selectors import label_selector
from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import MAX_OWNERS, controller_of

PAGE = 100
"""Pods, ReplicaSets or Jobs of one workload among which the failing ones are looked for."""


class Lookup:
    """Reads for one case, in the subject's namespace."""

    def __init__(self, kube: ObjectReader, subject: SubjectRef, signal: Signal) -> None:
        self._kube = kube
        self.subject, self.signal = subject, signal
        self.findings = Findings("prepare")

    async def get(self, kind: str, namespace: str, name: str) -> Object | None:
        where = f"{namespace}/{name}" if namespace else name
        found = await self.findings.read(f"{kind.lower()} {where}", self._kube.get(paths.item(kind, namespace, name)))
        return found if found is None or "kind" in found else found | {"kind": kind}

    async def list(self, kind: str, selector: Object | None = None) -> list[Object]:
        """Objects of the subject's namespace. Without a selector all of them: only shortened objects have none."""
        namespace, query = self.subject.namespace, {}
        if text := label_selector(selector):
            query = {"labelSelector": text}
        call = self._kube.list(paths.collection(kind, namespace), limit=PAGE, pages=1, **query)
        return await self.findings.read(f"{kind} objects of namespace {namespace}", call) or []

    async def origin_pod(self) -> Object | None:
        """The pod that gave the signal. A pod of the same name with another UID is not it."""
        origin = self.signal.origin
        if origin.kind != "Pod" or not origin.name:
            return None
        pod = await self.get("Pod", origin.namespace, origin.name)
        if pod is not None and uid_of(pod) and self.signal.origin_uid not in ("", uid_of(pod)):
            detail = "A pod of this name exists, but it is a newer one."
            self.findings.gap(f"pod {origin.namespace}/{origin.name}", GapReason.NOT_FOUND, detail)
            return None
        return pod

    async def chain(self, obj: Object, read_before: Object | None = None) -> tuple[Object, ...]:
        """The controllers above an object, the nearest first."""
        chain: list[Object] = []
        reference = controller_of(obj)
        while reference is not None and paths.known(reference["kind"]) and len(chain) < MAX_OWNERS:
            if read_before is not None and is_same(reference, read_before):
                owner: Object | None = read_before
            else:
                owner = await self.get(reference["kind"], self.subject.namespace, str(reference.get("name")))
            if owner is None:
                break
            chain.append(owner)
            reference = controller_of(owner)
        return tuple(chain)


def belongs(obj: Object, owner: Object) -> bool:
    """Selectors may overlap, owner references do not.

    Between a Deployment and its pods stands a ReplicaSet, between a CronJob and its pods a Job.
    """
    reference, name = controller_of(obj), name_of(owner)
    if reference is None:
        shortened = not uid_of(obj) and name_of(obj).startswith(f"{name}-")
        return shortened and not (obj.get("metadata") or {}).get("ownerReferences")
    between = reference["kind"] in ("ReplicaSet", "Job") and str(reference.get("name")).startswith(f"{name}-")
    return is_same(reference, owner) or between
