"""Which objects of a bundle belong to the one that somebody pointed at."""

from collections.abc import Iterator

from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, uid_of
from casebook_operator.kube.values import text
from casebook_operator.offline.bundle import BundleTrigger
from casebook_operator.offline.kinds import CLUSTER_SCOPED
from casebook_operator.offline.normalise import Key, key_of
from casebook_operator.offline.ownership import WORKLOADS
from casebook_operator.offline.snapshot import Snapshot

MAX_CHAIN = 6


def trigger_key(snapshot: Snapshot, trigger: BundleTrigger) -> Key:
    """(kind, namespace, name), with the kind as the API spells it."""
    spelled = {obj["kind"].lower(): obj["kind"] for obj in snapshot.objects.values()}
    kind = spelled.get(trigger.kind.lower(), trigger.kind)
    namespace = "" if kind in CLUSTER_SCOPED else trigger.namespace or "default"
    return kind, namespace, trigger.name


def above(snapshot: Snapshot, key: Key) -> set[Key]:
    """The object and everything that owns it."""
    start = snapshot.find(*key)
    by_uid = {uid_of(obj): obj for obj in snapshot.objects.values()}
    return {key, *(key_of(owner) for owner in owners(start, by_uid))} if start else {key}


def family(snapshot: Snapshot, key: Key) -> set[Key]:
    """The object, everything above it, and everything that it controls, directly or not.

    The pods of a workload that the bundle lacks are found by their names, which begin with its own.
    """
    by_uid = {uid_of(obj): obj for obj in snapshot.objects.values()}
    found = above(snapshot, key)
    missing = key not in snapshot.objects and key[0] not in ("Pod", "Node")
    for other, obj in snapshot.objects.items():
        if any(key_of(owner) == key for owner in owners(obj, by_uid)) or (missing and _is_named_after(other, key)):
            found.add(other)
    return found


def _is_named_after(other: Key, key: Key) -> bool:
    return other[0] == "Pod" and other[1] == key[1] and other[2].startswith(f"{key[2]}-")


def stand_in(snapshot: Snapshot, key: Key) -> Key:
    """The object itself. If the bundle lacks it: its first pod, or the only workload that the bundle has."""
    if key in snapshot.objects or key[0] == "Node":
        return key
    pods = sorted(one for one in family(snapshot, key) & snapshot.objects.keys() if one[0] == "Pod")
    tops = [one for one, obj in snapshot.objects.items() if one[0] in WORKLOADS | {"Pod"} and not controller_of(obj)]
    return pods[0] if pods else tops[0] if len(tops) == 1 else key


def nodes_of(snapshot: Snapshot, keys: set[Key]) -> set[str]:
    """Names of the nodes on which the pods among these objects run."""
    names = {name for kind, _, name in keys if kind == "Node"}
    for key in keys:
        obj = snapshot.find(*key)
        if key[0] == "Pod" and obj is not None:
            names.add(text(obj, "spec", "nodeName"))
    return names - {""}


def owners(obj: Object, by_uid: dict[str, Object]) -> Iterator[Object]:
    """The chain above an object; owners that are not in the bundle are made of their reference."""
    namespace = obj["metadata"].get("namespace", "")
    for _ in range(MAX_CHAIN):
        reference = controller_of(obj)
        if reference is None:
            return
        missing = {"kind": reference["kind"], "metadata": {"name": reference["name"], "namespace": namespace}}
        obj = by_uid.get(str(reference.get("uid")), missing)
        yield obj
