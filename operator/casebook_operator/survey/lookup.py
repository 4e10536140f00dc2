"""Reads by which the objects around a failure are found. What is gone or forbidden becomes a Gap of the case."""

from casebook_analyzer.models import GapReason, Signal, SubjectRef
from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import MAX_OWNERS, controller_of, refers_to, uid_of
from casebook_operator.kube.values import text
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.selectors import label_selector

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
        """The objects of a kind in the subject's namespace that a selector selects; without one, all of them.

        Only objects that people shortened before they shared them have no selector.
        """
        namespace, query = self.subject.namespace, {}
        if selected := label_selector(selector):
            query = {"labelSelector": selected}
        call = self._kube.list(paths.collection(kind, namespace), limit=PAGE, pages=1, **query)
        return await self.findings.read(f"{kind} objects of namespace {namespace}", call) or []

    async def origin_pod(self) -> Object | None:
        """The pod that gave the signal; None when it is gone, also if another pod has its name now."""
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
        """The workloads above an object, the nearest first. What anybody else may claim to be its owner is not read."""
        chain: list[Object] = []
        reference = controller_of(obj)
        while reference is not None and _is_workload(reference) and len(chain) < MAX_OWNERS:
            if read_before is not None and refers_to(reference, read_before):
                owner: Object | None = read_before
            else:
                owner = await self.get(reference["kind"], self.subject.namespace, str(reference.get("name")))
            if owner is None:
                break
            chain.append(owner)
            reference = controller_of(owner)
        return tuple(chain)


def _is_workload(reference: Object) -> bool:
    return paths.is_workload(reference["kind"], text(reference, "apiVersion"))
