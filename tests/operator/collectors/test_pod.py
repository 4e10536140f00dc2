"""What the status of a pod says at 3 am."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import FactKind
from casebook_operator.collectors.pod import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import BySource, Case, Collect, Texts


async def test_the_facts_of_a_crash_loop(collect: Collect, context: CollectorContext, texts: Texts) -> None:
    assert texts(await collect(COLLECTOR, context)) == [
        "Pod shop/checkout-5bd69bbfbf-c7phk is Running on node node-1",
        "Pod checkout-5bd69bbfbf-c7phk: Ready is False (ContainersNotReady): containers with unready status: [app]",
        "Container app ended: Error, exit code 1, after 0 s (restarts: 1, memory limit 64Mi)",
        (
            "Container app waits: CrashLoopBackOff: back-off 10s restarting failed container=app "
            "pod=checkout-5bd69bbfbf-c7phk_shop(5f7d76e2)"
        ),
        "Limits of container app: memory 64Mi; requests: memory 64Mi",
        "Container app runs image registry.example/checkout:1.4.2 (registry.example/checkout@sha256:69f77259a9e8)",
        "Container app mounts ConfigMap/checkout read-only at /etc/checkout",
        "Container app has liveness: GET http://:8080/healthz delay=0s timeout=1s period=10s successes=1 failures=3",
    ]


async def test_the_attributes_that_rules_match(
    collect: Collect, context: CollectorContext, by_source: BySource
) -> None:
    findings = await collect(COLLECTOR, context)
    (ended,) = by_source(findings, "lastState")
    assert ended.kind is FactKind.STATE
    assert ended.attributes == {
        "container": "app",
        "containerType": "app",
        "from": "lastState",
        "restartCount": "1",
        "state": "terminated",
        "reason": "Error",
        "exitCode": "1",
        "memoryLimit": "64Mi",
    }
    (waits,) = by_source(findings, "containerStatuses[app].state")
    assert waits.attributes["state"] == "waiting"
    assert waits.attributes["reason"] == "CrashLoopBackOff"


async def test_oom_that_has_recovered(
    collect: Collect, context: CollectorContext, case: Case, by_source: BySource
) -> None:
    status = case["pod"]["status"]["containerStatuses"][0]
    status["state"] = {"running": {"startedAt": "2026-03-01T12:00:14Z"}}
    status["lastState"]["terminated"].update(reason="OOMKilled", exitCode=137, signal=9)
    findings = await collect(COLLECTOR, context)
    ended, runs = by_source(findings, "containerStatuses[app]")
    assert ended.text.startswith("Container app ended: OOMKilled, exit code 137, signal 9")
    assert runs.text == "Container app runs again since 16 s, not ready"
    assert runs.attributes["state"] == "running"


async def test_a_container_that_never_started(
    collect: Collect, context: CollectorContext, case: Case, by_source: BySource
) -> None:
    ended = case["pod"]["status"]["containerStatuses"][0]["lastState"]["terminated"]
    ended.update(reason="StartError", exitCode=128, startedAt="1970-01-01T00:00:00Z", message='exec: "srv": not found')
    (fact,) = by_source(await collect(COLLECTOR, context), "lastState")
    assert "StartError, exit code 128, it never started" in fact.text
    assert fact.text.endswith(': exec: "srv": not found')


async def test_init_and_ephemeral_containers_are_told_apart(
    collect: Collect, context: CollectorContext, case: Case, by_source: BySource
) -> None:
    pod = case["pod"]
    pod["spec"]["initContainers"] = [{"name": "wait", "image": "wait:1"}]
    pod["status"]["initContainerStatuses"] = [{"name": "wait", "state": {"terminated": {"exitCode": 3}}}]
    pod["status"]["ephemeralContainerStatuses"] = [{"name": "dbg", "state": {"terminated": {"exitCode": 1}}}]
    findings = await collect(COLLECTOR, context)
    (init,) = by_source(findings, "initContainerStatuses[wait].state")
    assert init.text == "Init container wait ended: without a reason, exit code 3, it never started"
    assert init.attributes["init"] == "true"
    (ephemeral,) = by_source(findings, "ephemeralContainerStatuses[dbg].state")
    assert ephemeral.attributes["containerType"] == "ephemeral"


async def test_an_evicted_pod(collect: Collect, context: CollectorContext, case: Case, texts: Texts) -> None:
    case["pod"]["status"] |= {
        "phase": "Failed",
        "reason": "Evicted",
        "message": "The node was low on resource: memory.",
        "containerStatuses": [],
    }
    told = texts(await collect(COLLECTOR, context))
    assert told[0].endswith("is Failed on node node-1 (Evicted: The node was low on resource: memory.)")


async def test_healthy_containers_are_not_worth_a_line(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    healthy = {"name": "proxy", "restartCount": 0, "ready": True, "state": {"running": {}}, "lastState": {}}
    case["pod"]["status"]["containerStatuses"].insert(0, healthy)
    assert not [text for text in texts(await collect(COLLECTOR, context)) if "proxy" in text]


async def test_of_the_other_pods_only_the_state_is_told(
    collect: Collect, context: CollectorContext, case: Case, by_source: BySource
) -> None:
    findings = await collect(COLLECTOR, replace(context, pods=(case["pod"], case["pod"])))
    assert len(by_source(findings, "lastState")) == 2
    assert len(by_source(findings, "resources")) == 1


@pytest.mark.parametrize(("phase", "told"), [("Pending", True), ("Failed", False)])
async def test_a_missing_sandbox_matters_while_the_pod_starts(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts, phase: str, *, told: bool
) -> None:
    case["pod"]["status"]["phase"] = phase
    case["pod"]["status"]["conditions"][0]["status"] = "False"
    sandbox = [text for text in texts(await collect(COLLECTOR, context)) if "PodReadyToStartContainers" in text]
    assert bool(sandbox) is told


async def test_of_a_pod_without_any_status_the_specification_is_told(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["status"] = {}
    told = texts(await collect(COLLECTOR, context))
    assert told[0] == "Pod shop/checkout-5bd69bbfbf-c7phk is of unknown phase on node node-1"
    assert "Limits of container app: memory 64Mi; requests: memory 64Mi" in told


async def test_when_no_container_fails_all_that_run_are_told(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    running = {"restartCount": 0, "ready": True, "state": {"running": {}}, "lastState": {}}
    case["pod"]["status"]["containerStatuses"] = [running | {"name": "proxy"}, running | {"name": "app"}]
    told = texts(await collect(COLLECTOR, context))
    assert [text for text in told if "runs, ready" in text] == [
        "Container app runs, ready",
        "Container proxy runs, ready",
    ]


async def test_an_init_container_that_waits_for_something_is_told_with_what_waits_for_it(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    waiting = {"state": {"waiting": {"reason": "PodInitializing"}}, "lastState": {}, "restartCount": 0}
    case["pod"]["status"]["containerStatuses"] = [waiting | {"name": "app"}]
    case["pod"]["status"]["initContainerStatuses"] = [{"name": "wait-for-db", "state": {"running": {}}}]
    told = texts(await collect(COLLECTOR, context))
    assert "Init container wait-for-db runs, not ready" in told
    assert "Container app waits: PodInitializing" in told


async def test_where_a_container_may_write(
    collect: Collect, context: CollectorContext, case: Case, by_source: BySource
) -> None:
    spec = case["pod"]["spec"]["containers"][0]
    spec["securityContext"] = {"readOnlyRootFilesystem": True}
    spec["volumeMounts"] = [
        {"name": "data", "mountPath": "/data"},
        {"name": "config", "mountPath": "/etc/app", "readOnly": True},
    ]
    (root,) = by_source(await collect(COLLECTOR, context), "securityContext")
    assert (root.attributes["root"], root.attributes["writable"]) == ("read-only", "/data")
