"""Causes that look alike, and the fact that tells them apart, by the shipped rules."""

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, Conclusion, Entity, EvidenceBundle, Fact, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from tests.analyzer.classify.builders import NODE, at, bundle, ended, fact, log
from tests.rows import of_every

TAXONOMY = load_taxonomy()
LOOP = fact(
    "state", "Container app waits: CrashLoopBackOff", container="app", state="waiting", reason="CrashLoopBackOff"
)
REFUSED = log("ERROR dial tcp 10.96.14.7:5432: connect: connection refused", time=at(-2))
TIMEOUT = log("FATAL dial tcp 10.96.14.7:5432: i/o timeout", time=at(-2))
PANIC = log(
    "panic: runtime error: index out of range [3] with length 3 ⏎ goroutine 1 [running]: ⏎ main.main()", time=at(-1)
)
TRACE = 'Traceback (most recent call last): ⏎   File "/app/worker.py", line 31, in handle ⏎     total = order["x"]'
CALM = [log(f"request {n} served", time=at(-60 + n)) for n in range(20)]
PENDING = {
    "trigger": Trigger.FAILED_SCHEDULING,
    "failure_class": "FailedScheduling",
    "reason": "Unschedulable",
    "container": "",
}
NO_CREATE = {
    "trigger": Trigger.FAILED_CREATE,
    "failure_class": "FailedCreate",
    "reason": "FailedCreate",
    "container": "",
}
C = Category


def concluded(*facts: Fact, **changes: object) -> Conclusion:
    return classify(about(*facts, **changes), TAXONOMY)


def about(*facts: Fact, **changes: object) -> EvidenceBundle:
    return bundle(*facts, **changes)


def event(reason: str, text: str, **more: str) -> Fact:
    return fact("event", text, time=at(1), reason=reason, type="Warning", involvedKind="Pod", **more)


def unscheduled(why: str) -> list[Fact]:
    preemption = "0/3 nodes are available: 3 Preemption is not helpful for scheduling."
    text = f"0/3 nodes are available: {why}. preemption: {preemption}"
    state = fact(
        "state",
        f"Pod x: PodScheduled is False (Unschedulable): {text}",
        condition="PodScheduled",
        status="False",
        reason="Unschedulable",
    )
    return [event("FailedScheduling", text, component="default-scheduler"), state]


def kernel(*lines: str) -> list[Fact]:
    return list(kernel_facts("\n".join(lines), source="kernel log", entity=NODE, time=at(-5)))


def refused(clause: str) -> Fact:
    return event(
        "FailedCreate", f'Error creating: pods "x-1" is forbidden: {clause}', component="replicaset-controller"
    )


@of_every(
    ("facts", "category"),
    [
        # Memory: the kubelet's reason decides, not the exit code, and not what the log complained of before.
        ([ended(137, "OOMKilled"), LOOP, REFUSED], C.RESOURCE_EXHAUSTION),
        (
            [ended(137), LOOP, event("Killing", "Container app failed liveness probe, will be restarted")],
            C.CONFIG_ERROR,
        ),
        ([ended(137), LOOP], C.UNKNOWN),
        ([ended(1), LOOP, log("java.lang.OutOfMemoryError: Java heap space")], C.RESOURCE_EXHAUSTION),
        # Network: refused is reached, no such name is answered.
        ([ended(1), LOOP, REFUSED], C.CONFIG_ERROR),
        ([ended(1), LOOP, TIMEOUT], C.NETWORK_PARTITION),
        ([ended(1), LOOP, log("lookup db.shop on 10.96.0.10:53: no such host")], C.CONFIG_ERROR),
        ([ended(1), LOOP, log("lookup db.shop: Temporary failure in name resolution")], C.NETWORK_PARTITION),
        # The last words of a crash against the daily grumbling before it.
        (
            [ended(2), LOOP, log("WARN dial tcp 10.0.0.9:443: i/o timeout, retrying", time=at(-50)), *CALM, PANIC],
            C.SOFTWARE_BUG,
        ),
        ([ended(2), LOOP, log("panic: open /etc/app/config.yaml: no such file or directory")], C.CONFIG_ERROR),
        (
            [ended(1), LOOP, log("INFO optional variable SENTRY_DSN is not set", time=at(-30)), *CALM, TIMEOUT],
            C.NETWORK_PARTITION,
        ),
        # Environment or dictionary.
        ([ended(1), LOOP, log(f"{TRACE} ⏎ KeyError: 'total_price'")], C.SOFTWARE_BUG),
        ([ended(1), LOOP, log("Error: required environment variable DATABASE_URL is not set")], C.CONFIG_ERROR),
        # Permission.
        ([ended(1), LOOP, log("mkdir /data/db: permission denied")], C.PERMISSION_DENIED),
        (
            [
                ended(1),
                LOOP,
                log('User "system:serviceaccount:shop:checkout" cannot list resource "pods" in API group ""'),
            ],
            C.PERMISSION_DENIED,
        ),
    ],
)
def test_of_a_container_that_ends(facts: list[Fact], category: Category) -> None:
    found = concluded(*facts)
    assert found.category is category, (found.rules, found.raw_confidence)


@pytest.mark.parametrize(
    ("message", "category"),
    [
        ('exec: "serve": executable file not found in $PATH', C.CONFIG_ERROR),
        ("container init was OOM-killed (memory limit too low?)", C.RESOURCE_EXHAUSTION),
        (
            "nvidia-container-cli: initialization error: nvml error: driver/library version mismatch: unknown",
            C.DRIVER_ISSUE,
        ),
    ],
)
def test_start_errors_have_three_meanings(message: str, category: Category) -> None:
    text = f"Container app ended: StartError, exit code 128: failed to create containerd task: {message}"
    state = fact("state", text, container="app", state="terminated", reason="StartError", exitCode="128")
    assert concluded(state, LOOP).category is category


@pytest.mark.parametrize(
    ("clause", "category"),
    [
        ("exceeded quota: team, requested: pods=1, used: pods=10, limited: pods=10", C.RESOURCE_EXHAUSTION),
        ("failed quota: team: must specify limits.memory for: app", C.CONFIG_ERROR),
        ('violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false', C.PERMISSION_DENIED),
    ],
)
def test_forbidden_is_no_cause_the_clause_after_it_is(clause: str, category: Category) -> None:
    assert concluded(refused(clause), signal=NO_CREATE).category is category


def test_a_claim_without_a_class_is_no_fault_of_the_scheduler() -> None:
    claim = fact(
        "event",
        'storageclass.storage.k8s.io "fast" not found',
        time=at(),
        reason="ProvisioningFailed",
        type="Warning",
        involvedKind="PersistentVolumeClaim",
        component="persistentvolume-controller",
    )
    found = concluded(*unscheduled("pod has unbound immediate PersistentVolumeClaims"), claim, signal=PENDING)
    assert found.category is C.CONFIG_ERROR
    assert str(found.entities[0]) == "StorageClass/fast"


def test_a_cluster_that_is_full_is_the_schedulers_business() -> None:
    assert concluded(*unscheduled("3 Insufficient cpu"), signal=PENDING).category is C.SCHEDULING_FAILURE


def test_a_gpu_that_fell_off_the_bus_is_not() -> None:
    lost = fact("node", "7 of 8", resource="nvidia.com/gpu", capacity="8", allocatable="7", bad="true")
    line = kernel("NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, name=python, GPU has fallen off the bus.")
    found = concluded(*unscheduled("1 Insufficient nvidia.com/gpu"), lost, *line, signal=PENDING)
    assert found.category is C.PCIE_ERROR


def test_the_bus_error_before_a_page_fault_is_its_cause() -> None:
    lines = kernel(
        "[10.1] pcieport 0000:50:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer",
        "[10.2] NVRM: Xid (PCI:0000:51:00): 31, pid=9, name=python, Ch 00000001, MMU Fault",
    )
    assert concluded(*lines, node=True).category is C.PCIE_ERROR
    assert concluded(*lines[1:], node=True).category is C.SOFTWARE_BUG


def test_a_file_system_that_the_kernel_made_read_only_is_no_question_of_rights() -> None:
    line = log("open /data/x: read-only file system")
    remounted = kernel(
        "EXT4-fs error (device sda1): ext4_journal_check_start: Detected aborted journal",
        "EXT4-fs (sda1): Remounting filesystem read-only",
    )
    assert concluded(ended(1), LOOP, line).category is C.PERMISSION_DENIED
    assert concluded(ended(1), LOOP, line, *remounted).category is C.HARDWARE_FAILURE


def test_the_service_without_endpoints_is_what_has_to_be_changed() -> None:
    service = Fact(
        id="",
        kind=fact("object", "").kind,
        source="service",
        text="Service shop/db selects pods with app=database, and there is no such pod",
        entity=Entity(kind="Service", namespace="shop", name="db", role="affected"),
        attributes={"object": "Service", "name": "db", "exists": "true", "finding": "no-endpoints"},
    )
    found = concluded(ended(1), LOOP, REFUSED, service)
    assert found.category is C.CONFIG_ERROR
    assert str(found.entities[0]) == "Service/shop/db"


def test_a_node_that_is_short_of_disk_does_not_explain_a_panic() -> None:
    pressure = fact(
        "node",
        "DiskPressure is True",
        condition="DiskPressure",
        status="True",
        reason="KubeletHasDiskPressure",
        bad="true",
    )
    assert concluded(ended(2), LOOP, PANIC, pressure).category is C.SOFTWARE_BUG


def test_no_log_and_no_reason_is_unknown_with_two_readings() -> None:
    found = concluded(ended(1), LOOP)
    assert found.category is C.UNKNOWN
    assert len(found.alternatives) == 2
    assert found.missing


SECRET = fact("event", 'Error: secret "db" not found', reason="Failed", component="kubelet", involvedKind="Pod")


def made_by(kind: str, message: str) -> Fact:
    return fact("event", message, reason="UpdateFailed", type="Warning", component="operator", involvedKind=kind)


@pytest.mark.parametrize(
    ("kind", "message", "named"),
    [
        ("ExternalSecret", "Permission 'secretmanager.versions.access' denied for resource x", "versions.access"),
        ("ExternalSecret", "is not authorized to perform: secretsmanager:GetSecretValue on y", "GetSecretValue"),
        ("ExternalSecret", "The user does not have secrets get permission on key vault z", "secrets get permission"),
        ("VaultStaticSecret", "Failed to read: Code: 403. Errors: permission denied", "VaultStaticSecret"),
        ("Certificate", 'cannot create resource "certificaterequests" in API group', "certificaterequests"),
    ],
)
def test_a_secret_is_missing_because_who_makes_it_lacks_a_right(kind: str, message: str, named: str) -> None:
    told = concluded(SECRET, made_by(kind, f"error: permission denied: {message}"))
    assert (told.category, told.rules[0]) == (C.PERMISSION_DENIED, "secret-not-made-for-lack-of-rights")
    assert named in told.summary


def test_a_secret_is_missing_because_nobody_put_in_what_it_is_made_of() -> None:
    told = concluded(SECRET, made_by("ExternalSecret", "Secret does not exist: prod/db"))
    assert (told.category, told.rules[0]) == (C.CONFIG_ERROR, "secret-not-made")
    assert "prod/db" in told.summary


def test_a_secret_that_nobody_makes_is_missing() -> None:
    assert concluded(SECRET).rules[0] == "missing-config-object"


UNREADY = {"trigger": Trigger.PROBE_FAILED, "failure_class": "ProbeFailed"}
PROBE = fact("event", "Liveness probe failed: context deadline exceeded", reason="Unhealthy", component="kubelet")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("WARNING: [pool www] server reached pm.max_children setting (5), consider raising it", "pm.max_children (5)"),
        ("*** uWSGI listen queue of socket ':8080' (fd: 3) full !!! (101/100) ***", "101/100"),
        ("[alert] 22#22: 512 worker_connections are not enough", "worker_connections (512)"),
        ("HikariPool-1 - Connection is not available, request timed out after 30000ms (total=10)", "busy"),
        (
            "AH00484: server reached MaxRequestWorkers setting, consider raising the MaxRequestWorkers",
            "MaxRequestWorkers",
        ),
        ("TimeoutError: QueuePool limit of size 5 overflow 10 reached", "QueuePool limit (5)"),
    ],
)
def test_workers_that_are_all_busy_decide_before_the_probe_that_waits_for_them(line: str, named: str) -> None:
    told = concluded(PROBE, log(line, which="current"), signal=UNREADY)
    assert (told.category, told.rules[0]) == (C.RESOURCE_EXHAUSTION, "workers-used-up-before-a-probe")
    assert named in told.summary


def test_a_probe_that_times_out_without_a_word_of_workers_is_told_as_that() -> None:
    told = concluded(PROBE, log("ready", which="current"), signal=UNREADY)
    assert told.rules[0] == "probe-times-out"


NOT_OFFERED = fact("node", "The pod asks for 4 x", resource="amd.com/gpu", requested="4", allocatable="0", fits="0")
UNPLACED = fact(
    "event", "No node for the pod", reason="FailedScheduling", scheduling="insufficient", resource="amd.com/gpu"
)


def test_devices_that_no_node_offers_because_their_driver_did_not_come_up() -> None:
    line = "amdgpu 0000:05:00.0: Direct firmware load for amdgpu/psp_13_0_6_sos.bin failed with error -2"
    told = concluded(NOT_OFFERED, UNPLACED, *kernel_facts(line, source="kernel log", entity=NODE), signal=PENDING)
    assert told.category is C.DRIVER_ISSUE
    assert "amdgpu/psp_13_0_6_sos.bin" in told.summary


def test_devices_that_no_node_has_are_a_matter_of_the_scheduler() -> None:
    assert concluded(NOT_OFFERED, UNPLACED, signal=PENDING).category is C.SCHEDULING_FAILURE


def test_a_command_that_ends_with_0_because_of_an_error_is_no_command_that_does_not_stay_running() -> None:
    calm = (LOOP, ended(0, "Completed"))
    assert concluded(*calm, log("done"), signal={"exit_code": 0}).rules[0] == "completed-in-a-loop"
    failed = log("Unhandled exception, shutting down ⏎ ValueError: x ⏎   at f (/app/a.js:3:1)")
    assert "completed-in-a-loop" not in concluded(*calm, failed, log("bye"), signal={"exit_code": 0}).rules
