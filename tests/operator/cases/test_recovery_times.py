"""When a case is closed, and from when on it counts as over."""

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.kube.times import to_rfc3339
from tests.operator.builders import (
    at,
    signal,
    subject,
    workload,
)
from tests.operator.cases.wards import STABLE, Ward, case, healthy


@pytest.mark.parametrize(
    ("ready", "opened", "seen", "resolved", "took"),
    [
        (-500, 40, 10, 40, 10),
        (20, 40, 10, 40, 20),
        (50, 40, 10, 50, 50),
        (-500, 40, 60, 60, 60),
    ],
    ids=["ready-all-along", "over-before-it-was-opened", "over-after", "seen-last"],
)
async def test_no_case_is_resolved_before_it_was_opened_or_last_seen(
    ready: float, opened: float, seen: float, resolved: float, took: int
) -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(ready))
    one = case(created=opened, lastSeen=to_rfc3339(at(seen)))
    resolution = (await ward.examine(one))["resolution"]
    assert (resolution["resolvedTime"], resolution["secondsToResolve"]) == (to_rfc3339(at(resolved)), took)


async def test_a_claim_that_stays_pending_is_never_closed_however_quiet_it_is() -> None:
    about = subject(kind="PersistentVolumeClaim", name="data", uid="uid-PersistentVolumeClaim-data", container="")
    of = signal(trigger=Trigger.VOLUME_FAILED, failure_class="VolumeFailed", container="")
    pending = workload("PersistentVolumeClaim", "data", storageClassName="fats") | {"status": {"phase": "Pending"}}
    ward = Ward(pending, sweep_seconds=STABLE)
    one = case(of=of, about=about)
    for _ in range(10):
        assert await ward.examine(one) == {}
    assert ward.memory.resolved == {}
