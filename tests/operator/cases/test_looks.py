"""What goes on failing costs the API server nothing, and nothing is closed by what it has not said itself."""

from typing import Any

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object
from tests.operator.builders import crash_looping, pod, signal, workload
from tests.operator.cases.wards import LONG_AGO, Ward, case, healthy
from tests.operator.fakes import FakeKube

DEPLOYMENT = workload("Deployment", "checkout")
FAILING = (DEPLOYMENT, pod(crash_looping()))
WELL = (DEPLOYMENT, healthy(LONG_AGO))


def ward(*, known: tuple[Object, ...], there: tuple[Object, ...]) -> Ward:
    made, watched = Ward(*there), FakeKube()
    watched.put(*known)
    made.recovery.known = watched
    return made


async def test_what_watches_say_fails_on_is_asked_of_nobody_else() -> None:
    made = ward(known=FAILING, there=FAILING)
    assert await made.examine(case()) == {}
    assert made.kube.asked == []


async def test_what_watches_say_is_well_is_asked_for_before_anything_is_closed() -> None:
    late = ward(known=WELL, there=FAILING)
    assert await late.examine(case()) == {}
    assert late.kube.asked
    gone = ward(known=(), there=FAILING)
    assert await gone.examine(case()) == {}


async def test_what_both_say_is_well_is_closed() -> None:
    assert "resolution" in await ward(known=WELL, there=WELL).examine(case())


def looked_at(**status: Any) -> Object:
    made = workload("Deployment", "checkout")
    return made | {"metadata": made["metadata"] | {"generation": 3}, "status": status}


@pytest.mark.parametrize(
    ("status", "lists"),
    [
        ({"observedGeneration": 3, "replicas": 2, "unavailableReplicas": 2}, False),
        ({"observedGeneration": 3, "replicas": 2, "readyReplicas": 1}, True),
        ({"observedGeneration": 2, "replicas": 2}, True),
        ({}, True),
    ],
    ids=["none is ready", "one is", "its controller has not looked yet", "no controller"],
)
async def test_pods_are_listed_only_where_one_may_be_ready(status: dict[str, Any], lists: bool) -> None:
    made = Ward(looked_at(**status), pod(crash_looping()))
    assert await made.examine(case()) == {}
    assert (len(made.kube.asked) > 1) is lists


async def test_what_is_over_before_pods_are_ready_is_asked_of_the_pods() -> None:
    made = Ward(looked_at(observedGeneration=3, replicas=1), pod(crash_looping()))
    await made.examine(case(of=signal(trigger=Trigger.FAILED_SCHEDULING, failure_class="FailedScheduling")))
    assert len(made.kube.asked) > 1
