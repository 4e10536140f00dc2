"""Owners that a sparse bundle leaves out: who a pod belongs to, and by which labels its workload finds it."""

from collections.abc import Iterator

from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, labels_of, name_of, namespace_of, spec_of, uid_of
from casebook_operator.kube.selection import by_labels
from casebook_operator.kube.values import mapping, text
from casebook_operator.reading.selectors import label_selector

WORKLOADS = frozenset({"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job"})
"""Kinds that own pods and find them by labels."""

_OWNED_LABEL = "casebook.dev/owner-in-bundle"
"""Stands for the selector that a bundle does not show. It never leaves the bundle."""

MAX_CHAIN = 4

Key = tuple[str, str, str]


def adopt(objects: dict[Key, Object]) -> None:
    """Give pods and ReplicaSets without an owner the workload that made them, as far as names and labels tell.

    A pod whose ReplicaSet is not there belongs to its Deployment, if that is there.

    When two may have made it, it is the one with the longer name: ``checkout-worker`` and not ``checkout``.
    """
    for kind, owners in (("ReplicaSet", ("Deployment",)), ("Pod", tuple(sorted(WORKLOADS)))):
        candidates = sorted(_candidates(objects, owners), key=lambda owner: len(name_of(owner)), reverse=True)
        for orphan in _of_kind(objects, kind):
            if "ownerReferences" in orphan["metadata"] and not _lacks_replica_set(orphan, objects):
                continue
            owner = next((candidate for candidate in candidates if _may_have_made(candidate, orphan)), None)
            if owner is not None:
                reference = {"kind": owner["kind"], "name": name_of(owner), "uid": uid_of(owner), "controller": True}
                orphan["metadata"]["ownerReferences"] = [reference]


def select_by_owner(objects: dict[Key, Object]) -> None:
    """Give each workload without a selector one that its own pods match. They are found by owner references."""
    by_uid = {uid_of(obj): obj for obj in objects.values() if obj["kind"] in WORKLOADS}
    for pod in _of_kind(objects, "Pod"):
        for owner in _chain(pod, by_uid):
            mark = f"{owner['kind']}.{name_of(owner)}"[:63]
            spec = owner.setdefault("spec", {})
            if not spec.get("selector"):
                spec["selector"] = {"matchLabels": {f"{_OWNED_LABEL}-{owner['kind'].lower()}": mark}}
            wanted = mapping(spec["selector"] or {}, "matchLabels")
            for label, value in wanted.items():
                if label.startswith(_OWNED_LABEL):
                    pod["metadata"].setdefault("labels", {})[label] = value


def _chain(pod: Object, by_uid: dict[str, Object]) -> Iterator[Object]:
    owner: Object | None = pod
    for _ in range(MAX_CHAIN):
        reference = controller_of(owner) if owner else None
        owner = by_uid.get(str(reference.get("uid"))) if reference else None
        if owner is None:
            return
        yield owner


def _may_have_made(owner: Object, orphan: Object) -> bool:
    """Controllers put their name before that of what they make, and labels that they select by where both are shown."""
    if namespace_of(owner) != namespace_of(orphan) or not name_of(orphan).startswith(f"{name_of(owner)}-"):
        return False
    reference = controller_of(orphan)  # to a ReplicaSet that is not there: a Deployment has put a hash behind its name
    if reference and (owner["kind"], name_of(owner)) != ("Deployment", text(reference, "name").rpartition("-")[0]):
        return False
    selector = label_selector(spec_of(owner).get("selector"))
    return not selector or not labels_of(orphan) or by_labels(selector)(labels_of(orphan))


def _lacks_replica_set(pod: Object, objects: dict[Key, Object]) -> bool:
    """Whether a pod's ReplicaSet is not in the bundle, so that nothing leads on to its Deployment."""
    reference = controller_of(pod)
    between = text(reference, "name") if text(reference, "kind") == "ReplicaSet" else ""
    return pod["kind"] == "Pod" and bool(between) and ("ReplicaSet", namespace_of(pod), between) not in objects


def _candidates(objects: dict[Key, Object], kinds: tuple[str, ...]) -> Iterator[Object]:
    for kind in kinds:
        yield from _of_kind(objects, kind)


def _of_kind(objects: dict[Key, Object], kind: str) -> Iterator[Object]:
    return (obj for obj in objects.values() if obj["kind"] == kind)
