"""A pod whose log has the error that the kubelet quotes says why, and other pods do not."""

import pytest

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Conclusion, Entity, Fact, FactKind
from tests.analyzer.crashes import POD, concluded

DRIVER = Entity(kind="Pod", namespace="storage", name="csi-node-x2k9p")
STATUS = "rpc error: code = Internal desc = exit status 1"
NO_MODULE = "modprobe: FATAL: Module rbd not found in directory /lib/modules/6.1.0-9-amd64"
MOUNTS = 'MountVolume.MountDevice failed for volume "pvc-1" : '


def said_by_a_driver(log: str, message: str) -> Conclusion:
    waits = {"container": "app", "state": "waiting", "reason": "ContainerCreating"}
    facts = (
        Fact(id="", kind=FactKind.STATE, source="pod", text="Container app waits", attributes=waits, entity=POD),
        Fact(
            id="",
            kind=FactKind.EVENT,
            source="events",
            text=message,
            attributes={"reason": "FailedMount", "type": "Warning"},
            entity=POD,
        ),
    )
    theirs = sample_log(log.encode(), container="driver", which="current", pod=DRIVER, source="log of the driver")
    return concluded([Collected(facts=facts), theirs], None, node="worker-1")


def test_the_driver_that_answered_so_says_why() -> None:
    found = said_by_a_driver(f"rbd output: {NO_MODULE}\nGRPC error: {STATUS}\n", MOUNTS + STATUS)
    assert found.rules[0] == "kernel-module-missing"


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (f"{NO_MODULE}\n", MOUNTS + STATUS),
        (f"{NO_MODULE}\nGRPC error: rpc error: code = Aborted desc = another one is running\n", MOUNTS + STATUS),
        (f"{NO_MODULE}\nGRPC error: {STATUS}\n", MOUNTS + "mount failed: exit status 32"),
        (f"I0304 1 utils.go:271] GRPC call: /csi.v1.Node/NodeStageVolume\nGRPC error: {STATUS}\n", MOUNTS + STATUS),
    ],
)
def test_words_of_other_pods_and_of_other_calls_explain_no_mount(log: str, message: str) -> None:
    assert said_by_a_driver(log, message).rules[0] == "volume-not-mounted"
