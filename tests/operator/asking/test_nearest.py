"""A name that is not there: what may have been meant, by what whoever asks may list."""

import pytest
from typing_extensions import override

from casebook_analyzer.models import Entity
from casebook_operator.asking.nearest import nearest
from casebook_operator.kube import paths
from tests.operator.builders import workload
from tests.operator.fakes import FakeKube, refusal

HERE = [
    workload("Deployment", "checkout"),
    workload("Deployment", "catalog"),
    workload("StatefulSet", "ledger"),
    *({"kind": "Pod", "metadata": {"namespace": "shop", "name": f"checkout-5d9f-{end}"}} for end in "abcd"),
    {"kind": "Node", "metadata": {"name": "worker-1"}},
]


class Lists(FakeKube):
    """One that refuses some of its lists."""

    def __init__(self, *forbidden: str) -> None:
        super().__init__()
        self.put(*HERE)
        self._forbidden = {paths.collection(kind, "shop") for kind in forbidden}

    @override
    async def list(self, path: str, **query: str | int) -> list[dict[str, object]]:
        if path in self._forbidden:
            raise refusal(403, "Forbidden")
        return await super().list(path, **query)


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("Deployment", "chekout", "Near it: Deployment checkout."),
        ("Pod", "checkout", "Near it: Pod checkout-5d9f-"),
        ("Deployment", "ledger", "Of this name is: StatefulSet ledger."),
        ("Deployment", "billing", ""),
    ],
)
async def test_near_names_are_offered_and_far_ones_are_not(kind: str, name: str, says: str) -> None:
    found = await nearest(Lists(), Entity(kind=kind, namespace="shop", name=name))
    assert found.startswith(says)
    assert bool(found) == bool(says)
    assert found.count(",") <= 2


async def test_a_node_has_no_namespace_and_near_names_all_the_same() -> None:
    assert await nearest(Lists(), Entity(kind="Node", name="worker-2")) == "Near it: Node worker-1."


async def test_who_may_not_list_them_is_shown_none() -> None:
    assert await nearest(Lists("Deployment"), Entity(kind="Deployment", namespace="shop", name="chekout")) == ""
