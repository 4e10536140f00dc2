"""Of a report that memory does not have the cluster is asked only where it may be."""

from typing import Any

import pytest

from casebook_operator.settings import Settings, WatchSettings
from casebook_operator.web.absent import absent
from casebook_operator.web.records import Records


class Kube:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def get(self, path: str) -> dict[str, Any]:
        self.asked.append(path)
        return {"metadata": {"name": "late"}}


@pytest.mark.parametrize(
    ("namespaces", "namespace", "asked"),
    [((), "shop", True), (("shop",), "shop", True), (("shop",), "casebook", True), (("shop",), "billing", False)],
)
async def test_an_investigation_is_read_where_it_is_watched(
    namespaces: tuple[str, ...], namespace: str, asked: bool
) -> None:
    kube, settings = Kube(), Settings(watch=WatchSettings(namespaces=namespaces))
    problem = await absent(Records(memory=None, settings=settings, kube=kube), namespace, "late")  # type: ignore[arg-type]
    assert bool(kube.asked) is asked
    assert (problem.title == "This report is not written yet") is asked
