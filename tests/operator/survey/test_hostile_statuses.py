"""Statuses that somebody filled with anything: no collector fails over them, in a case of his own or of others.

The API server lets who may write a status, or owns the CRD of a release, write much that no controller ever does.
"""

import copy
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casebook_analyzer.models import Signal, SubjectRef
from casebook_analyzer.taxonomy import ConditionTable, TagSource
from casebook_operator.kube import Object
from casebook_operator.survey import prepare_context, survey_everything
from tests.operator.evidence.fakes import FakeKube, data
from tests.operator.evidence.fixtures import digest
from tests.operator.signals.test_hostile import ODD, places
from tests.operator.survey.test_other_namespaces import CASES, NOW, bank, cluster, own, seen
from tests.rounds import ROUNDS

_Places = tuple[int, tuple[Any, ...]]


def objects() -> list[Object]:
    return [copy.deepcopy(one) for one in (*own(data("crash-loop"), forged=False), *bank(), *cluster())]


def _places_of_statuses() -> Iterator[_Places]:
    for number, one in enumerate(objects()):
        status = one.get("status")
        if isinstance(status, dict):
            yield from ((number, ("status", *path)) for path in places(status))
            yield number, ("status", "conditions")
            yield number, ("status", "containerStatuses")


PLACES = list(_places_of_statuses())


@st.composite
def hostile(draw: st.DrawFn) -> list[Object]:
    """All objects of a cluster, in whose statuses up to six things stand that do not belong there."""
    found = objects()
    for number, path in draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6)):
        parent: Any = found[number]
        try:
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = draw(ODD)
        except (LookupError, TypeError):  # an earlier one took this place away
            continue
    return found


@settings(
    max_examples=60 * ROUNDS,
    deadline=timedelta(seconds=10),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(found=hostile(), case=st.sampled_from(CASES))
async def test_no_collector_fails_over_a_status(
    found: list[Object], case: tuple[str, str, Any], signal: Signal, conditions: ConditionTable
) -> None:
    kind, name, trigger = case
    context = await prepare_context(
        FakeKube(*found),
        SubjectRef(kind=kind, namespace="shop", name=name, container="app" if kind == "Deployment" else ""),
        seen(signal, kind, name, trigger),
        conditions=conditions,
        tags={"team": TagSource(namespace_label="team")},
        digest=digest,
        now=NOW,
    )
    told = await survey_everything(context)
    failed = [gap.detail for part in told.parts for gap in part.gaps if "collector failed" in gap.detail]
    assert not failed
