"""Finds the objects around a failure, once, before the collectors run side by side."""

from datetime import datetime

from casebook_analyzer.models import GapReason, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.collectors.containers import pod_shows_failure
from casebook_operator.collectors.context import CollectorContext, Digest
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.objects import name_of, uid_of
from casebook_operator.collectors.selectors import label_selector
from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import controller_of

MAX_OWNERS = 4
"""Pod -> ReplicaSet -> Deployment -> something of somebody's own. A longer chain is a loop or a prank."""

MAX_PODS = 3
"""Failing pods that are looked at. They were made from one template, so more of them repeat each other."""

SIBLING_PAGE = 100
"""Pods of the workload among which the other failing ones are looked for."""


async def prepare_context(
    kube: ObjectReader,
    subject: SubjectRef,
    signal: Signal,
    *,
    conditions: ConditionTable,
    digest: Digest,
    now: datetime,
) -> CollectorContext:
    """The failing pods of the subject, their owner chain and their node, as far as they still exist.

    Whatever is gone or forbidden becomes a Gap of the context.
    """
    lookup = _Lookup(kube, subject, signal)
    pods: tuple[Object, ...] = ()
    owners: tuple[Object, ...] = ()
    if subject.kind == "Node":
        node = await lookup.node(subject.name)
    else:
        pods, owners = await lookup.workload(await lookup.origin())
        # The node is that of a pod, and never one that the Investigation names: whoever may create one in a namespace
        # must not learn about nodes that none of its pods runs on.
        node = await lookup.node(_node_name(pods[0])) if pods else None
    return CollectorContext(
        kube=kube,
        subject=subject,
        signal=signal,
        conditions=conditions,
        digest=digest,
        now=now,
        pods=pods,
        owners=owners,
        node=node,
        gaps=tuple(lookup.findings.gaps),
    )


class _Lookup:
    def __init__(self, kube: ObjectReader, subject: SubjectRef, signal: Signal) -> None:
        self._kube, self._subject, self._signal = kube, subject, signal
        self.findings = Findings("prepare")

    async def node(self, name: str) -> Object | None:
        return await self._get("Node", "", name) if name else None

    async def origin(self) -> Object | None:
        """The pod that gave the signal. A pod of the same name with another UID is not it."""
        origin = self._signal.origin
        if origin.kind != "Pod":
            return None
        pod = await self._get("Pod", origin.namespace, origin.name)
        if pod is not None and self._signal.origin_uid not in ("", uid_of(pod)):
            detail = "A pod of this name exists, but it is a newer one."
            self.findings.gap(f"pod {origin.namespace}/{origin.name}", GapReason.NOT_FOUND, detail)
            return None
        return pod

    async def workload(self, origin: Object | None) -> tuple[tuple[Object, ...], tuple[Object, ...]]:
        """(failing pods, owner chain)."""
        if origin is not None:
            owners = await self._chain(origin)
            siblings = await self._siblings(owners[-1], origin) if owners else []
            return (origin, *siblings)[:MAX_PODS], owners
        subject = self._subject
        if subject.kind == "Pod" or not paths.known(subject.kind):
            return (), ()
        top = await self._get(subject.kind, subject.namespace, subject.name)
        pods = (await self._siblings(top, None))[:MAX_PODS] if top else []
        owners = await self._chain(pods[0], top) if pods else (top,) if top else ()
        return tuple(pods), owners

    async def _chain(self, pod: Object, read_before: Object | None = None) -> tuple[Object, ...]:
        chain: list[Object] = []
        reference = controller_of(pod)
        while reference is not None and paths.known(reference["kind"]) and len(chain) < MAX_OWNERS:
            if read_before is not None and uid_of(read_before) == reference["uid"]:
                owner: Object | None = read_before
            else:
                owner = await self._get(reference["kind"], self._subject.namespace, reference["name"])
            if owner is None:
                break
            chain.append(owner)
            reference = controller_of(owner)
        return tuple(chain)

    async def _siblings(self, top: Object, origin: Object | None) -> list[Object]:
        """Other failing pods of the workload, the newest first."""
        selector = label_selector((top.get("spec") or {}).get("selector"))
        if not selector or (origin is not None and (top.get("spec") or {}).get("replicas") == 1):
            return []
        namespace = self._subject.namespace
        listed = await self.findings.read(
            f"pods of {top.get('kind', 'workload')} {namespace}/{name_of(top)}",
            self._kube.list(paths.collection("Pod", namespace), limit=SIBLING_PAGE, pages=1, labelSelector=selector),
        )
        return self._choose([pod for pod in listed or () if _belongs(pod, top)], origin)

    def _choose(self, pods: list[Object], origin: Object | None) -> list[Object]:
        newest = sorted(pods, key=lambda pod: str(pod["metadata"].get("creationTimestamp")), reverse=True)
        known = uid_of(origin) if origin else ""
        others = [pod for pod in newest if uid_of(pod) != known and pod_shows_failure(pod)]
        if not others and origin is None and self._signal.trigger is Trigger.MANUAL:
            return newest[:1]  # a person sees a failure that the status does not show
        return others

    async def _get(self, kind: str, namespace: str, name: str) -> Object | None:
        where = f"{namespace}/{name}" if namespace else name
        return await self.findings.read(f"{kind.lower()} {where}", self._kube.get(paths.item(kind, namespace, name)))


def _belongs(pod: Object, top: Object) -> bool:
    """Selectors may overlap, owner references do not. Between a Deployment and its pods stands a ReplicaSet."""
    controller = controller_of(pod)
    if controller is None:
        return False
    via_replica_set = controller["kind"] == "ReplicaSet" and controller["name"].startswith(f"{name_of(top)}-")
    return bool(controller["uid"] == uid_of(top) or via_replica_set)


def _node_name(pod: Object) -> str:
    return str((pod.get("spec") or {}).get("nodeName") or "")
