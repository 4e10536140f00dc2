"""Ten thousand Events on one pod, as a watch delivers them."""

from collections.abc import AsyncIterator

import pytest

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.due_signals import DueSignals
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from tests.operator.builders import container, crash_looping, node_event, pod, reference, rfc, waiting, workload
from tests.operator.cases.rooms import Room

TAXONOMY = load_taxonomy(())
OWNER = reference("Deployment", "checkout")


class Flood(Room):
    """Signals before a real deduplicator."""

    def __init__(self) -> None:
        super().__init__()
        self.delay_queue = DelayQueue(self.kube, clock=self.clock)
        self.due_signals = DueSignals(
            taxonomy=lambda: TAXONOMY,
            settings=SignalSettings(),
            delay_queue=self.delay_queue,
            deduplicator=self.deduplicator,
            clock=self.clock,
        )

    def seen(self, event: Object) -> None:
        self.due_signals.look("Event", event)


@pytest.fixture
async def flood() -> AsyncIterator[Flood]:
    made = Flood()
    yield made
    await made.deduplicator.close()
    await made.delay_queue.close()


def told(number: int, reason: str, message: str, *, count: int = 20) -> Object:
    """One Event of many about the same pod. Kubelet gives each its own name when its message differs."""
    event = node_event(message, name="checkout-5d9f-abcde", kind="Pod", reason=reason, count=count)
    event["metadata"]["name"] = f"checkout-5d9f-abcde.{number:x}"
    event["involvedObject"] |= {"namespace": "shop", "uid": "uid-checkout-5d9f-abcde"}
    event["involvedObject"]["fieldPath"] = "spec.containers{app}"
    return event | {"firstTimestamp": rfc(0), "lastTimestamp": rfc(600 + number % 3000)}


async def test_ten_thousand_events_about_a_pod_that_fails_are_one_investigation(flood: Flood) -> None:
    flood.kube.put(pod(crash_looping(), owner=OWNER) | {"kind": "Pod"})
    for number in range(10_000):
        reason = ("BackOff", "Failed", "FailedMount", "Unhealthy", "FailedSync")[number % 5]
        flood.seen(told(number, reason, f"Back-off restarting failed container app, attempt {number}"))
    await flood.settle()
    assert len(flood.store.created) == 1
    assert len(flood.kube.asked) < 100
    assert len(flood.delay_queue) == 0


async def test_ten_thousand_events_about_a_pod_that_has_recovered_open_nothing(flood: Flood) -> None:
    flood.kube.put(pod(container(), owner=OWNER, ready_since=500) | {"kind": "Pod"})
    for number in range(10_000):
        flood.seen(told(number, "BackOff", "Back-off restarting failed container app"))
    await flood.settle()
    assert flood.store.created == []
    assert len(flood.kube.asked) < 100


async def test_a_pod_that_changes_ten_thousand_times_waits_once(flood: Flood) -> None:
    flood.kube.put(workload("Deployment", "checkout"))
    starting = pod(container(state=waiting("ContainerCreating")), owner=OWNER)
    starting["status"] |= {"phase": "Pending", "startTime": rfc(3590)}
    for _ in range(10_000):
        flood.due_signals.look("Pod", starting)
    assert (len(flood.delay_queue), flood.kube.asked) == (1, [])
