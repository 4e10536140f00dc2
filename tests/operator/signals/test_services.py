"""What is wrong with a Service, from itself and from who stands behind it."""

import pytest

from casebook_analyzer.models import HoldDuration, Trigger
from casebook_operator.signals.services import ServiceBacking, service_signal
from tests.operator.builders import at

SERVICE = {
    "kind": "Service",
    "metadata": {"name": "db", "namespace": "shop", "uid": "uid-db"},
    "spec": {"selector": {"app": "db", "tier": "data"}},
}


def test_a_service_that_somebody_answers_for_is_well() -> None:
    assert service_signal(SERVICE, ServiceBacking(ready=1, unready=5), since=at()) is None


def test_a_service_without_pods_has_less_time_than_one_whose_pods_may_be_starting() -> None:
    alone = service_signal(SERVICE, ServiceBacking(), since=at())
    starting = service_signal(SERVICE, ServiceBacking(unready=2), since=at())
    assert alone is not None
    assert starting is not None
    assert (alone.hold, starting.hold) == (HoldDuration.SERVICE, HoldDuration.ROLLOUT)
    assert {alone.trigger, starting.trigger} == {Trigger.SERVICE_UNAVAILABLE}
    assert alone.failure_class == starting.failure_class
    assert alone.origin_key == starting.origin_key


@pytest.mark.parametrize(
    ("service", "backing", "reason", "words"),
    [
        (SERVICE, ServiceBacking(), "NoEndpoints", "no pod has app=db, tier=data"),
        (SERVICE | {"spec": {}}, ServiceBacking(), "NoEndpoints", "neither a selector nor an endpoint"),
        (SERVICE, ServiceBacking(unready=3), "NoReadyEndpoints", "none of 3 pods"),
        (SERVICE, ServiceBacking(exists=False), "ServiceNotFound", "no such Service"),
    ],
)
def test_the_signal_says_what_is_wrong_and_who_needs_it(
    service: dict[str, object], backing: ServiceBacking, reason: str, words: str
) -> None:
    signal = service_signal(service, backing, since=at(), callers=["Deployment/shop/front"])
    assert signal is not None
    assert signal.reason == reason
    assert words in signal.message
    assert signal.message.endswith("needed by Deployment/shop/front")


def test_two_services_that_do_not_exist_are_two() -> None:
    places = [("shop", "db"), ("shop", "cache"), ("bank", "db")]
    absent = [{"kind": "Service", "metadata": {"namespace": space, "name": name}} for space, name in places]
    signals = [service_signal(one, ServiceBacking(exists=False), since=at()) for one in absent]
    assert len({signal.origin_key for signal in signals if signal is not None}) == 3
