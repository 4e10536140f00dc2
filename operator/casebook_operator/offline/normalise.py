"""Raw objects of a bundle as a consistent cluster: lists unrolled, namespaces, uids and owners filled in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from casebook_analyzer.models import Gap, GapReason
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings
from casebook_operator.offline.bundle import Bundle
from casebook_operator.offline.claim_volumes import claim_templates
from casebook_operator.offline.events import core_event
from casebook_operator.offline.kinds import CLUSTER_SCOPED
from casebook_operator.offline.ownership import adopt, select_by_owner
from casebook_operator.offline.shapes import shaped

MAX_OBJECTS = 50_000
MAX_EVENTS = 50_000
"""Of one bundle: what an API server keeps in an hour of a large cluster, and a few hundred MiB of memory."""

_LIST_SUFFIX = "List"

Key = tuple[str, str, str]
"""(kind, namespace, name)."""


@dataclass(slots=True)
class Normalised:
    objects: dict[Key, Object] = field(default_factory=dict)
    events: list[Object] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)


def normalise(bundle: Bundle) -> Normalised:
    """Never raises: what is no Kubernetes object is counted in a Gap."""
    found, unusable = Normalised(), 0
    raw_events: list[Object] = []
    events = [{"kind": "Event", **event} if isinstance(event, dict) else event for event in bundle.events]
    for raw in unrolled([*bundle.objects, *events]):
        if raw.get("kind") == "Event":
            raw_events.append(raw)
        elif (obj := _object(raw)) is None:
            unusable += 1
        elif len(found.objects) < MAX_OBJECTS:
            found.objects.setdefault(key_of(obj), obj)
    for number, raw in enumerate(raw_events[-MAX_EVENTS:]):
        event = core_event(raw, number)
        if event is None:
            unusable += 1
        else:
            found.events.append(event)
    _identify(found)
    adopt(found.objects)
    select_by_owner(found.objects)
    claim_templates(found.objects)
    if unusable:
        detail = f"{unusable} entries are no Kubernetes objects: a kind or a name is missing."
        found.gaps.append(Gap(collector="bundle", what="objects", reason=GapReason.UNAVAILABLE, detail=detail))
    if len(raw_events) > MAX_EVENTS:
        detail = f"The last {MAX_EVENTS:,} of {len(raw_events):,} are read."
        found.gaps.append(Gap(collector="bundle", what="events", reason=GapReason.TRUNCATED, detail=detail))
    return found


def unrolled(items: Iterable[Any]) -> Iterator[Object]:
    """Each object; of lists (``v1/List``, ``PodList``, ``ConfigMapList``) their items, which leave out their kind."""
    for item in items:
        if not isinstance(item, dict):
            yield {}
            continue
        kind = item.get("kind")
        below = item.get("items")
        if isinstance(below, list) and (kind is None or (isinstance(kind, str) and kind.endswith(_LIST_SUFFIX))):
            of = str(kind or "").removesuffix(_LIST_SUFFIX)
            inherited = {"kind": of, "apiVersion": item.get("apiVersion")} if of else {}
            yield from unrolled({**inherited, **entry} if isinstance(entry, dict) else entry for entry in below)
        else:
            yield item


def key_of(obj: Object) -> Key:
    return str(obj["kind"]), obj["metadata"].get("namespace", ""), obj["metadata"]["name"]


def _object(raw: Object) -> Object | None:
    obj = shaped(raw)
    kind = obj.get("kind")
    if not kind or not obj["metadata"].get("name"):
        return None
    if kind == "Secret":
        obj.pop("data", None)
        obj.pop("stringData", None)
    if kind in CLUSTER_SCOPED:
        obj["metadata"].pop("namespace", None)
    elif not obj["metadata"].get("namespace"):
        obj["metadata"]["namespace"] = "default"
    return obj


def _identify(found: Normalised) -> None:
    """A uid for everything. One that another object claims for it comes first, so that references stay true."""
    claimed: dict[Key, str] = {}
    for reference, namespace in _references(found):
        uid = reference.get("uid")
        if uid and uid != reference["name"]:  # agents write a node's name there
            claimed.setdefault(_target(reference, namespace), str(uid))
    for key, obj in found.objects.items():
        if not obj["metadata"].get("uid"):
            obj["metadata"]["uid"] = claimed.get(key) or _uid(key)
    for reference, namespace in _references(found):
        if not reference.get("uid"):
            key = _target(reference, namespace)
            known = found.objects.get(key)
            reference["uid"] = known["metadata"]["uid"] if known else claimed.get(key) or _uid(key)


def _references(found: Normalised) -> Iterator[tuple[Object, str]]:
    """Every reference from one object to another, and the namespace in which it is meant."""
    for (_, namespace, _), obj in found.objects.items():
        for reference in mappings(obj["metadata"], "ownerReferences"):
            yield reference, namespace
    for event in found.events:
        yield event["involvedObject"], event["involvedObject"].get("namespace", "")


def _target(reference: Object, namespace: str) -> Key:
    kind = str(reference["kind"])
    return kind, "" if kind in CLUSTER_SCOPED else namespace, str(reference["name"])


def _uid(key: Key) -> str:
    return f"bundle-{stable_digest(*key)}"
