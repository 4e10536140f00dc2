"""A projection says what the whole object says, to whoever makes a case of it; and it costs little memory."""

import copy
from pathlib import Path

import msgspec

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, spec_of, template_labels
from casebook_operator.kube.pods import claims_of, finished, node_of, not_ready, uses_devices, was_evicted
from casebook_operator.offline import Snapshot, open_bundle
from casebook_operator.reading.workloads import complete
from casebook_operator.sensor.informer.projections import PodProjection, Projection, projected, projection_of
from casebook_operator.sensor.informer.watch_events import read_as
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.signals import signals_of
from tests.operator.signals.objects import of_kind, running_pod, status_of, written
from tests.operator.signals.test_hostile import OBJECTS
from tests.rows import of_every

TAXONOMY = load_taxonomy(())
MANY = {stream.kind for stream in STREAMS if stream.many}
CASES = sorted(path for path in (Path(__file__).parents[3] / "cases").iterdir() if path.is_dir())


READ_BY_FEW: tuple[Object, ...] = (
    running_pod(
        status_of(ready=False),
        ready=False,
        spec={
            "containers": [{"name": "app", "readinessProbe": {"initialDelaySeconds": 600}}],
            "volumes": [{"name": "scratch", "ephemeral": {"volumeClaimTemplate": {"spec": {}}}}],
        },
    ),
    written(of_kind("Deployment", "a", metadata={"generation": 7}, status={"observedGeneration": 6}), spec=1),
    of_kind(
        "PersistentVolumeClaim", "a", spec={"storageClassName": "a", "volumeName": "b"}, status={"phase": "Pending"}
    ),
)


def seen(kind: str, obj: Object) -> Object:
    """What the informer shows of an object that the API server sends."""
    content = msgspec.Raw(msgspec.json.encode(obj))
    found = read_as(content, projection_of(kind))
    return found if isinstance(found, dict) else projected(found)


def said(kind: str, obj: Object) -> list[object]:
    """What whoever makes cases asks of an object."""
    of_all = [signals_of(kind, obj, TAXONOMY), controller_of(obj)]
    spec = spec_of(obj)
    if kind == "Pod":
        asked = (claims_of, finished, node_of, not_ready, uses_devices, was_evicted)
        return of_all + [ask(obj) for ask in asked]
    return [*of_all, complete(kind, obj), spec.get("selector"), spec.get("scaleTargetRef"), template_labels(obj)]


def objects() -> list[tuple[str, Object]]:
    of_cases: list[Object] = []
    for folder in CASES:
        of_cases += Snapshot(open_bundle(folder)).objects.values()
    return [(obj["kind"], obj) for obj in (*OBJECTS, *READ_BY_FEW, *of_cases) if obj.get("kind") in MANY]


def test_a_projection_says_what_the_object_says() -> None:
    compared = 0
    for kind, obj in objects():
        assert said(kind, seen(kind, copy.deepcopy(obj))) == said(kind, obj), obj
        compared += bool(signals_of(kind, obj, TAXONOMY))
    assert compared > 60


def test_what_nobody_asks_for_is_left_out() -> None:
    written = {"time": "2026-03-01T12:00:00Z", "subresource": "status"}
    metadata = {"name": "cart", "namespace": "shop", "annotations": {"a": "x" * 100_000}}
    pod = {
        "metadata": metadata | {"managedFields": [written | {"fieldsV1": {}}]},
        "spec": {"containers": [{"name": "app", "env": [{"name": "PASSWORD", "value": "hunter2"}], "command": ["x"]}]},
        "status": {"phase": "Running", "podIP": "10.0.0.1"},
    }
    assert seen("Pod", pod) == {
        "metadata": {"name": "cart", "namespace": "shop", "managedFields": [written]},
        "spec": {"containers": [{"name": "app"}]},
        "status": {"phase": "Running"},
    }


def test_an_object_that_fits_no_projection_is_seen_whole() -> None:
    odd = {"metadata": {"name": "cart"}, "status": {"containerStatuses": "none"}, "else": 1}
    assert seen("Pod", odd) == odd


@of_every("kind", sorted(MANY))
def test_every_kind_that_is_many_has_a_projection(kind: str) -> None:
    if kind == "Investigation":
        assert projection_of(kind) == Object
    else:
        assert issubclass(projection_of(kind), Projection)
        assert (projection_of(kind) is PodProjection) == (kind == "Pod")
