"""What a person asked about serves when it has all that it wants, and no status of it shows a failure."""

from dataclasses import replace

import msgspec
import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.serving import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Texts, obj, triggered
from tests.rows import of_every

READY = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
BROKEN = {
    "phase": "Running",
    "conditions": [{"type": "Ready", "status": "False"}],
    "containerStatuses": [{"name": "app", "state": {"waiting": {"reason": "CrashLoopBackOff"}}}],
}


def asked(context: CollectorContext, own: Object, *pods: Object) -> CollectorContext:
    """A question about an object, with pods of its own."""
    subject = SubjectRef(kind=own["kind"], namespace="shop", name="web")
    parts = {"owners": (own,)} if own["kind"] not in ("Service", "Pod") else {"owners": (), "target": own}
    base = triggered(context, Trigger.MANUAL)
    return replace(base, kube=FakeKube(*pods), subject=subject, pods=pods[:3], **parts)


def pod(name: str = "web-1", status: Object = READY) -> Object:
    return obj("Pod", name, "shop", labels={"app": "web"}, status=status)


def deployment(replicas: int | None, ready: int, *conditions: Object) -> Object:
    spec = {} if replicas is None else {"replicas": replicas}
    return obj("Deployment", "web", "shop", spec=spec, status={"readyReplicas": ready, "conditions": list(conditions)})


DAEMONS = {"desiredNumberScheduled": 4, "numberReady": 4}
SERVICE = obj("Service", "web", "shop", spec={"selector": {"app": "web"}})
DONE = {"conditions": [{"type": "Complete", "status": "True"}]}


@of_every(
    ("own", "pods", "said"),
    [
        (deployment(2, 2), [pod()], "2 of 2 pods of Deployment shop/web are ready"),
        (deployment(None, 1), [pod()], "1 of 1 pods of Deployment shop/web are ready"),
        (deployment(0, 0), [], "Deployment shop/web is scaled to 0: it has no pod that could serve"),
        (deployment(2, 1), [pod()], ""),
        (deployment(2, 2), [pod(status=BROKEN)], ""),
        (deployment(2, 2, {"type": "Progressing", "status": "False"}), [pod()], ""),
        (obj("DaemonSet", "web", "shop", status=DAEMONS), [pod()], "4 of 4 pods of DaemonSet shop/web are ready"),
        (obj("DaemonSet", "web", "shop", status=DAEMONS | {"numberReady": 3}), [pod()], ""),
        (obj("Job", "web", "shop", status=DONE), [], "Job shop/web has completed"),
        (obj("Job", "web", "shop", status={}), [pod()], ""),
        (SERVICE, [pod(), pod("web-2", BROKEN)], "1 of 2 pods behind Service shop/web are ready"),
        (SERVICE, [], ""),
        (obj("CronJob", "web", "shop"), [], ""),
    ],
)
async def test_only_what_has_all_that_it_wants_serves(
    collect: Collect, context: CollectorContext, texts: Texts, own: Object, pods: list[Object], said: str
) -> None:
    of = asked(context, own, *pods)
    if own["kind"] == "Service":
        of = replace(of, pods=())
    assert texts(await collect(COLLECTOR, of)) == ([said] if said else [])


async def test_a_surge_that_crashes_beside_pods_that_are_ready_does_not_serve(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    """Of a rollout that stands still, all pods that are wanted are ready: those of the version before."""
    assert texts(await collect(COLLECTOR, asked(context, deployment(2, 2), pod(), pod("web-new", BROKEN)))) == []


@pytest.mark.parametrize(
    ("status", "serves"),
    [
        ([("Ready", "True")], True),
        ([("Ready", "True"), ("DiskPressure", "True")], False),
        ([("Ready", "False")], False),
    ],
)
async def test_a_node_serves_when_it_is_ready_and_no_condition_is_bad(
    collect: Collect, gpu_context: CollectorContext, status: list[tuple[str, str]], serves: bool
) -> None:
    node = obj("Node", "gpu-1", status={"conditions": [{"type": kind, "status": is_so} for kind, is_so in status]})
    found = await collect(COLLECTOR, replace(triggered(gpu_context, Trigger.MANUAL), node=node))
    assert [fact.attributes.get("serves") for fact in found.facts] == ["true"] * serves


async def test_what_is_scaled_to_nothing_stands_out(collect: Collect, context: CollectorContext) -> None:
    (fact,) = (await collect(COLLECTOR, asked(context, deployment(0, 0)))).facts
    assert fact.attributes == {"serves": "true", "standsOut": "true"}


@of_every("trigger", [one for one in Trigger if one is not Trigger.MANUAL])
def test_only_what_a_person_asked_about_is_looked_at(context: CollectorContext, trigger: Trigger) -> None:
    assert not COLLECTOR.applies(replace(context, signal=msgspec.structs.replace(context.signal, trigger=trigger)))
