"""Applications that Argo CD cannot deliver, and those of which it only warns."""

from typing import Any

import pytest

from casebook_operator.kube import Object
from tests.operator.builders import workload
from tests.operator.reading.misfits.objects import reasons, told

GONE = "rpc error: code = Unknown desc = unable to resolve 'v9' to a commit SHA"
INCOMPLETE = "Failed sync attempt to 95f852d9: one or more synchronization tasks completed unsuccessfully."


def application(*conditions: tuple[str, str], **status: Any) -> Object:
    said = [{"type": kind, "message": message} for kind, message in conditions]
    return workload("Application", "web") | {"status": {"conditions": said} | status}


async def test_what_argo_cd_cannot_compare_is_told_in_its_words() -> None:
    assert await told(application(("ComparisonError", GONE))) == [
        ("ComparisonError", f"Argo CD cannot deliver Application shop/web (ComparisonError): {GONE}")
    ]


@pytest.mark.parametrize("kind", ["InvalidSpecError", "SyncError", "DeletionError", "UnknownError"])
async def test_every_condition_of_error_is_one(kind: str) -> None:
    assert await reasons(application(("OrphanedResourceWarning", "3"), (kind, "why"))) == [kind]


@pytest.mark.parametrize(
    "fits",
    [
        application(),
        application(("OrphanedResourceWarning", "Application has 3 orphaned resources")),
        application(("SharedResourceWarning", "Deployment/shop is part of applications web and shop")),
        application(sync={"status": "OutOfSync"}, health={"status": "Degraded"}),
        workload("Application", "web"),
    ],
    ids=["nothing is said", "a warning", "another warning", "out of sync", "not looked at yet"],
)
async def test_what_is_no_error_is_not_told(fits: Object) -> None:
    assert await reasons(fits) == []


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"hookPhase": "Failed", "message": "backoff limit"}, f"{INCOMPLETE} Job shop/migrate: backoff limit"),
        ({"status": "SyncFailed", "message": "is invalid"}, f"{INCOMPLETE} Job shop/migrate: is invalid"),
        ({"status": "Synced", "hookPhase": "Running", "message": "created"}, INCOMPLETE),
    ],
    ids=["a hook", "an object", "none of them"],
)
async def test_what_a_sync_could_not_apply_is_told_with_it(part: Object, said: str) -> None:
    made = {"kind": "Job", "namespace": "shop", "name": "migrate"} | part
    state = {"syncResult": {"resources": [{"kind": "Service", "name": "web", "status": "Synced"}, made]}}
    ((_, text),) = await told(application(("SyncError", INCOMPLETE), operationState=state))
    assert text.endswith(f"(SyncError): {said}")
