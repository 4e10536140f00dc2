"""A Service that selects nobody is a misfit only where somebody is meant to be behind it."""

from typing import Any

import pytest

from casebook_operator.kube import ApiStatusError, Object
from tests.operator.builders import pod
from tests.operator.fakes import LabelledKube, refusal
from tests.operator.reading.misfits.objects import deployment, ingress, reasons, service, slices, told
from tests.rows import of_every

TYPO = service(selects={"app": "catalogue"})


async def test_a_selector_with_a_typing_error_names_the_workload_that_waits_for_its_callers() -> None:
    ((reason, text),) = await told(TYPO, deployment())
    assert reason == "SelectsNobody"
    assert text.startswith("Service shop/catalog selects pods with app=catalogue, and no pod has that; ")
    assert text.endswith("nearest: Deployment catalog has app=catalog")


async def test_a_value_with_a_typing_error_needs_no_name_that_is_alike() -> None:
    one = service("front", selects={"app": "catalogue", "tier": "web"})
    assert await reasons(one, deployment("main", {"app": "catalog", "tier": "web"})) == ["SelectsNobody"]


async def test_a_stateful_set_names_the_service_that_it_is_meant_for() -> None:
    one = service("db-headless", selects={"role": "data"}, clusterIP="None")
    assert await reasons(one, deployment("db", kind="StatefulSet", serviceName="db-headless")) == ["SelectsNobody"]


async def test_a_service_that_an_ingress_leads_to_is_meant_to_answer() -> None:
    assert await told(service(), ingress()) == [
        (
            "SelectsNobody",
            "Service shop/catalog selects pods with app=catalog, and no pod has that; Ingress web sends requests to it",
        )
    ]


NAMED = {"ports": [{"port": 80, "targetPort": "http"}]}


async def test_ports_that_no_pod_has_are_left_out_of_the_endpoints() -> None:
    assert await reasons(service(**NAMED), slices(ports=False), deployment()) == ["NoSuchPort"]
    assert await reasons(service(**NAMED), slices(), deployment()) == []
    some = {"ports": [*NAMED["ports"], {"port": 81, "targetPort": 8081}]}
    assert await reasons(service(**some), slices(ports=False), deployment()) == []


@of_every(
    ("one", "others"),
    [
        (TYPO, [deployment("worker")]),
        (TYPO, [deployment(replicas=0)]),
        (service(), [deployment(replicas=0), ingress()]),
        (service(), [deployment()]),
        (service(), [deployment(), slices(ready=False)]),
        (service(), [pod(name="made-by-others", labels={"app": "catalog"}), ingress()]),
        (service(selector=None), [deployment("other"), ingress()]),
        (service(selector=None), [slices()]),
        (service(type="ExternalName", externalName="db.example"), [deployment("other", {"app": "x"}), ingress()]),
        (service("catalog-canary", selects={"app": "catalogs"}), [deployment(), service()]),
        (service("pg-ro", selects={"app": "pg", "role": "replica"}), [deployment("pg-1", {"app": "pg"})]),
        (service("metrics", selects={"app": "catalogs"}), [deployment(ports=[{"containerPort": 9090}])]),
        (service(), []),
    ],
    ids=[
        "a worker that is not alike",
        "the workload was switched off",
        "the workload of an Ingress was switched off",
        "a rollout has no pod yet",
        "pods that are not ready have a case",
        "pods of another controller",
        "without a selector",
        "endpoints made by hand",
        "a name for something elsewhere",
        "another Service leads to the workload",
        "a label that an operator gives to pods",
        "the workload has other ports",
        "nobody is meant",
    ],
)
async def test_what_is_usual_fits(one: Object, others: list[Object]) -> None:
    assert await reasons(one, *others) == []


async def test_one_that_is_being_deleted_is_left_alone() -> None:
    going: Any = service(selects={"app": "catalogue"})
    going["metadata"]["deletionTimestamp"] = "2026-03-04T05:06:07Z"
    assert await reasons(going, deployment()) == []


async def test_who_may_not_read_its_endpoints_cannot_tell() -> None:
    class Refusing(LabelledKube):
        async def list(self, path: str, **query: str | int) -> list[Object]:
            if "endpointslices" in path:
                raise refusal(403, "Forbidden")
            return await super().list(path, **query)

    with pytest.raises(ApiStatusError):
        await told(TYPO, deployment(), kube=Refusing())
