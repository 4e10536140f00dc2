"""Of what is not there nothing is said but that. Who may not see whether it is there is told nothing of the kind."""

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Entity
from casebook_operator.cases.absence import absence
from casebook_operator.kube import ApiStatusError
from tests.operator.builders import workload
from tests.operator.fakes import FakeKube, refusal

CHECKOUT = Entity(kind="Deployment", namespace="shop", name="checkout")
GATEWAY = Entity(kind="Gateway", namespace="shop", name="front")
NODE = Entity(kind="Node", name="worker-7")
NO_KIND = ApiStatusError(404, "NotFound", "the server could not find the requested resource")


def cluster(*, namespace: bool = True) -> FakeKube:
    kube = FakeKube()
    if namespace:
        kube.put({"kind": "Namespace", "metadata": {"name": "shop"}})
    return kube


async def test_what_is_there_is_there() -> None:
    kube = cluster()
    kube.put(workload("Deployment", "checkout"))
    assert await absence(kube, CHECKOUT) == ""


async def test_what_is_missing_is_named_and_so_is_where() -> None:
    assert await absence(cluster(), CHECKOUT) == "There is no Deployment checkout in the namespace shop."
    assert await absence(cluster(), NODE) == "There is no Node worker-7."


async def test_a_namespace_that_is_missing_is_the_reason() -> None:
    assert await absence(cluster(namespace=False), CHECKOUT) == "There is no namespace shop."


async def test_who_may_not_see_namespaces_is_told_of_the_object() -> None:
    kube = cluster()
    kube.fail("Namespace", "", "shop", refusal(403, "Forbidden"))
    assert "no Deployment checkout" in await absence(kube, CHECKOUT)


async def test_a_kind_whose_api_is_not_installed_is_the_reason() -> None:
    kube = cluster()
    kube.fail("Gateway", "shop", "front", NO_KIND)
    assert await absence(kube, GATEWAY) == "This cluster knows no Gateway: no such API is installed."


async def test_who_may_not_read_it_is_not_told_that_it_is_missing() -> None:
    kube = cluster()
    kube.fail("Deployment", "shop", "checkout", refusal(403, "Forbidden"))
    assert await absence(kube, CHECKOUT) == ""


@pytest.mark.parametrize("error", [refusal(400, "BadRequest"), ClusterUnavailableError("away")])
async def test_no_answer_is_no_answer(error: Exception) -> None:
    kube = cluster()
    kube.fail("Deployment", "shop", "checkout", error)
    with pytest.raises(type(error)):
        await absence(kube, CHECKOUT)
