"""A Service of a bundle that a failing pod names gets a case, when nobody stands behind it."""

from typing import Any

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object
from casebook_operator.offline import Triage
from tests.operator.cases.healths import TAXONOMY
from tests.operator.offline.conftest import Find, bundle, snapshot
from tests.operator.offline.samples import DEPLOYMENT, LABELS, NAMESPACE, POD, crash_loop, pod

REFUSED = "dial tcp 10.96.0.9:5432: connect: connection refused"


def service(**spec: Any) -> Object:
    given = {"clusterIP": "10.96.0.9", "selector": {"app": "db"}} | spec
    return {"kind": "Service", "metadata": {"name": "db", "namespace": NAMESPACE, "uid": "uid-db"}, "spec": given}


def behind(*, ready: bool, since: str) -> Object:
    """A pod whose container is ready and which is not, as a readiness gate wants it: that is no case of its own."""
    made = pod(name="db-0", uid="uid-db-0", labels={"app": "db"}, ownerReferences=[], creationTimestamp=since)
    condition = {"type": "Ready", "status": str(ready), "lastTransitionTime": since}
    running = {"name": "app", "ready": True, "restartCount": 0, "state": {"running": {"startedAt": since}}}
    return made | {"status": {"phase": "Running", "conditions": [condition], "containerStatuses": [running]}}


def calling(*objects: Object, log: str = REFUSED, **more: Any) -> Object:
    logs = {f"{NAMESPACE}/{POD}/app": {"previous": log}}
    return crash_loop(objects=[*crash_loop()["objects"], *objects], logs=logs, **more)


async def triggers(find: Find, document: Object) -> list[tuple[str, str]]:
    return sorted((found.subject.kind, found.signal.trigger) for found in await find(bundle(document)))


CALLER = ("Deployment", Trigger.CRASH_LOOP_BACK_OFF)
UNAVAILABLE = ("Service", Trigger.SERVICE_UNAVAILABLE)


async def test_a_service_without_pods_that_a_log_names(find: Find) -> None:
    assert await triggers(find, calling(service())) == [CALLER, UNAVAILABLE]


async def test_nothing_is_wrong_with_one_that_is_not_named_or_that_somebody_answers_for(find: Find) -> None:
    assert await triggers(find, calling(service(), log="KeyError: 'x'")) == [CALLER]
    ready = behind(ready=True, since="2026-03-04T05:00:00Z")
    assert await triggers(find, calling(service(), ready)) == [CALLER]


@pytest.mark.parametrize(("since", "opens"), [("2026-03-04T04:00:00Z", True), ("2026-03-04T05:05:00Z", False)])
async def test_pods_that_are_not_ready_have_the_time_of_a_rollout(find: Find, since: str, opens: bool) -> None:
    document = calling(service(), behind(ready=False, since=since), savedAt="2026-03-04T05:06:30Z")
    assert (UNAVAILABLE in await triggers(find, document)) is opens


async def test_pods_behind_it_that_have_a_case_say_why(find: Find) -> None:
    crashing = pod(name="db-0", uid="uid-db-0", labels={"app": "db"}, ownerReferences=[])
    assert await triggers(find, calling(service(), crashing)) == [CALLER, ("Pod", Trigger.CRASH_LOOP_BACK_OFF)]


async def test_a_pod_that_calls_its_own_service_is_not_failed_by_it(find: Find) -> None:
    assert await triggers(find, calling(service(selector=LABELS))) == [CALLER]


async def test_the_service_that_somebody_saved_is_what_the_bundle_is_about() -> None:
    asked = {"type": "Manual", "kind": "Service", "name": "db", "namespace": NAMESPACE}
    triage = Triage(snapshot(crash_loop(objects=[*crash_loop()["objects"], service()], trigger=asked)), TAXONOMY)
    findings = await triage.findings()
    main = await triage.main(findings)
    assert main is not None
    assert str(main.subject) == f"Service/{NAMESPACE}/db"
    assert str(findings[0].subject) == f"Deployment/{NAMESPACE}/{DEPLOYMENT}"
