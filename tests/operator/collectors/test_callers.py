"""Who fails because of a Service, by the Investigations that say so."""

from dataclasses import replace

from casebook_analyzer.models import SubjectRef
from casebook_operator.collectors.callers import COLLECTOR
from casebook_operator.investigation import manifest
from casebook_operator.reading.context import CollectorContext
from tests.operator.builders import signal, stored, subject, summary
from tests.operator.evidence.fakes import Collect, FakeKube, Texts

SERVICE = SubjectRef(kind="Service", namespace="shop", name="db")
BROKEN = [{"kind": "Service", "namespace": "shop", "name": "db", "role": "cause"}]


def case(name: str, state: str = "Open", **status: object) -> dict[str, object]:
    body = manifest(signal(), subject(name=name), key=f"key-{name}", episode=1, namespace="shop")
    return stored(body, status=summary(state) | {"affectedEntities": BROKEN} | status) | {"kind": "Investigation"}


async def test_every_workload_that_fails_because_of_the_service_is_told_once(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    kube = FakeKube(
        case("front"),
        case("back", "Resolved", resolution={"kind": "Explained"}),
        case("past", "Resolved", resolution={"kind": "TemplateChanged"}),
        case("other", affectedEntities=[]),
    )
    findings = await collect(COLLECTOR, replace(context, kube=kube, subject=SERVICE))
    assert sorted(texts(findings)) == [
        "Deployment/shop/back calls it and fails with CrashLoopBackOff",
        "Deployment/shop/front calls it and fails with CrashLoopBackOff",
    ]
    assert findings.collected().looked_for == ("Investigations that name Service db: 2 workloads",)


def test_only_services_have_callers(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
    assert COLLECTOR.applies(replace(context, subject=SERVICE))
