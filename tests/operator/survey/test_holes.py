"""Objects that lack any of their fields, as people shorten them, cost no collector its findings."""

import random
from typing import Any

from casebook_analyzer.models import Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.survey import prepare_context, survey_everything
from tests.operator.evidence.fakes import FakeKube, data
from tests.operator.evidence.fixtures import ONSET, digest
from tests.rows import of_every

KEPT = frozenset({"kind", "metadata", "namespace"})


def holed(value: Any, chance: random.Random, share: float) -> Any:
    """The value with some of its fields gone, null or empty."""
    if isinstance(value, list):
        return [holed(item, chance, share) for item in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key, item in value.items():
        if key not in KEPT and chance.random() < share:
            left = chance.choice([None, type(item)(), "gone"])
            if left != "gone":
                result[key] = left
            continue
        result[key] = holed(item, chance, share)
    return result


@of_every("seed", range(40))
async def test_holes_cost_nothing_but_what_was_in_them(
    seed: int, subject: SubjectRef, signal: Signal, conditions: ConditionTable
) -> None:
    chance, case, kube = random.Random(seed), data("crash-loop"), FakeKube()
    for given in (case["pod"], *case["replicaSets"], case["deployment"], case["node"], *case["configMaps"]):
        made = holed(given, chance, 0.05)
        made["metadata"]["name"] = given["metadata"]["name"]
        kube.add(made)
    for number, event in enumerate((*data("events")["pod"], *data("events")["node"])):
        kube.add({**holed(event, chance, 0.05), "metadata": {"name": f"e{number}", "namespace": "shop"}}, "Event")
    seen = Signal(
        trigger=chance.choice(list(Trigger)),
        failure_class="any",
        origin=signal.origin,
        origin_uid="",
        occurred_at=ONSET,
        message="dial tcp: lookup db on 10.96.0.10:53: i/o timeout",
    )
    context = await prepare_context(kube, subject, seen, conditions=conditions, digest=digest, now=ONSET)
    found = await survey_everything(context)
    assert not [gap for part in found.parts for gap in part.gaps if "collector failed" in gap.detail]
