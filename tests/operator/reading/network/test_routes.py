"""A route that a person asked about serves when it fits, somebody is ready behind it, and its controller says so."""

from dataclasses import replace

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.serving import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, forbidden, triggered
from tests.operator.reading.misfits.objects import ingress, service, slices
from tests.operator.reading.misfits.test_routes import GATEWAY_CLASS, SERVED, gateway, route
from tests.rows import of_every

GATEWAY = gateway()
ACCEPTED = {"type": "Accepted", "status": "True", "observedGeneration": 1}
PROGRAMMED = {"type": "Programmed", "status": "True", "observedGeneration": 1}
BEFORE = {"observedGeneration": 0}


def accepted(condition: Object) -> Object:
    made = route(condition)
    made["status"]["parents"][0]["parentRef"] = {"name": "edge"}
    return made


def asked(context: CollectorContext, own: Object, *others: Object) -> CollectorContext:
    subject = SubjectRef(kind=own["kind"], namespace="shop", name=own["metadata"]["name"])
    kube = FakeKube(own, *others)
    return replace(triggered(context, Trigger.MANUAL), kube=kube, subject=subject, pods=(), owners=(), target=own)


@of_every(
    ("own", "others", "said", "stands_out"),
    [
        (
            ingress(status=SERVED),
            [service(), slices()],
            "Ingress shop/web leads to Service catalog (1 ready) and is served at 192.0.2.7",
            False,
        ),
        (
            ingress(),
            [service(), slices()],
            "Ingress shop/web leads to Service catalog (1 ready), and no controller says that it serves it",
            True,
        ),
        (
            ingress(status=SERVED),
            [service(type="ExternalName", selector=None)],
            "Ingress shop/web leads to Service catalog (a name elsewhere) and is served at 192.0.2.7",
            False,
        ),
        (ingress(status=SERVED), [service(), slices(ready=False)], "", False),
        (ingress(status=SERVED, to="lost"), [service(), slices()], "", False),
        (
            accepted(ACCEPTED),
            [GATEWAY, service(), slices()],
            "HTTPRoute shop/web leads to Service catalog (1 ready) and is accepted by edge",
            False,
        ),
        (
            accepted(ACCEPTED | BEFORE),
            [GATEWAY, service(), slices()],
            "HTTPRoute shop/web leads to Service catalog (1 ready), and no controller says that it serves it",
            True,
        ),
        (accepted(ACCEPTED), [service(), slices()], "", False),
        (gateway(PROGRAMMED), [GATEWAY_CLASS], "Gateway shop/edge is programmed, with 0 routes", False),
        (gateway(), [GATEWAY_CLASS], "Gateway shop/edge: no controller says that it serves it", True),
        (gateway(PROGRAMMED), [], "", False),
    ],
)
async def test_a_route_serves_when_all_of_its_way_is_there(
    collect: Collect, context: CollectorContext, own: Object, others: list[Object], said: str, *, stands_out: bool
) -> None:
    found = (await collect(COLLECTOR, asked(context, own, *others))).facts
    serving = [fact for fact in found if "serves" in fact.attributes]
    assert [fact.text for fact in serving] == ([said] if said else [])
    assert any("standsOut" in fact.attributes for fact in serving) is stands_out


async def test_what_may_not_be_read_is_a_gap_and_never_said_to_serve(
    collect: Collect, context: CollectorContext
) -> None:
    of = asked(context, ingress(status=SERVED), slices())
    of.kube.answers["/api/v1/namespaces/shop/services/catalog"] = forbidden("get", "services")  # type: ignore[attr-defined]
    found = await collect(COLLECTOR, of)
    assert [fact for fact in found.facts if "serves" in fact.attributes] == []
    assert found.gaps
