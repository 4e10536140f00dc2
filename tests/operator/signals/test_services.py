"""What is wrong with a Service, from itself and from who stands behind it."""

import pytest

from casebook_analyzer.models import Patience, Trigger
from casebook_operator.signals.services import Backing, service_signal
from tests.operator.builders import at

SERVICE = {
    "kind": "Service",
    "metadata": {"name": "db", "namespace": "shop", "uid": "uid-db"},
    "spec": {"selector": {"app": "db", "tier": "data"}},
}


def test_a_service_that_somebody_answers_for_is_well() -> None:
    assert service_signal(SERVICE, Backing(ready=1, unready=5), since=at()) is None


def test_a_service_without_pods_has_less_time_than_one_whose_pods_may_be_starting() -> None:
    alone = service_signal(SERVICE, Backing(), since=at())
    starting = service_signal(SERVICE, Backing(unready=2), since=at())
    assert alone is not None
    assert starting is not None
    assert (alone.patience, starting.patience) == (Patience.SERVICE, Patience.ROLLOUT)
    assert {alone.trigger, starting.trigger} == {Trigger.SERVICE_UNAVAILABLE}
    assert alone.failure_class == starting.failure_class
    assert alone.origin_key == starting.origin_key


@pytest.mark.parametrize(
    ("service", "backing", "reason", "words"),
    [
        (SERVICE, Backing(), "NoEndpoints", "no pod has app=db, tier=data"),
        (SERVICE | {"spec": {}}, Backing(), "NoEndpoints", "neither a selector nor an endpoint"),
        (SERVICE, Backing(unready=3), "NoReadyEndpoints", "none of 3 pods"),
        (SERVICE, Backing(exists=False), "ServiceNotFound", "no such Service"),
    ],
)
def test_the_signal_says_what_is_wrong_and_who_needs_it(
    service: dict[str, object], backing: Backing, reason: str, words: str
) -> None:
    signal = service_signal(service, backing, since=at(), callers=["Deployment/shop/front"])
    assert signal is not None
    assert signal.reason == reason
    assert words in signal.message
    assert signal.message.endswith("needed by Deployment/shop/front")


def test_two_services_that_do_not_exist_are_two() -> None:
    places = [("shop", "db"), ("shop", "cache"), ("bank", "db")]
    absent = [{"kind": "Service", "metadata": {"namespace": space, "name": name}} for space, name in places]
    signals = [service_signal(one, Backing(exists=False), since=at()) for one in absent]
    assert len({signal.origin_key for signal in signals if signal is not None}) == 3
