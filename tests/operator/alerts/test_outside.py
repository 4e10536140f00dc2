"""Alerts about what Casebook does not watch open nothing, and nothing is asked for them."""

from typing import Any

import pytest

from casebook_operator.alerts.outcome import AlertOutcome
from casebook_operator.alerts.receiver import Receiver
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, WatchSettings
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import SANITIZER, Allowed

BILLING = WatchSettings(namespaces=("billing",), nodes=False)
NODELESS = WatchSettings(nodes=False)
SHOP = WatchSettings(namespaces=("shop",))
EXPORTER = {"job": "node-exporter", "instance": "10.0.0.1:9100", "namespace": "monitoring", "pod": "node-exporter-x"}


class Nobody:
    """Is not asked for objects."""


def taker(watch: WatchSettings) -> Receiver:
    scope = Scope(watch=watch)
    return Receiver(Nobody(), scope=scope, cases=CaseSettings(), sanitizer=SANITIZER)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("watch", "labels", "said"),
    [
        (BILLING, {}, "Pod/shop/checkout-5d9f-abcde is outside: watched are the namespaces billing, without nodes."),
        (BILLING, {"node": "n1", "pod": "", "namespace": ""}, "Node/n1 is outside"),
        (NODELESS, {"node": "n1", "pod": "", "namespace": ""}, "watched are all namespaces, without nodes."),
        (SHOP, {"persistentvolume": "disk-1", "pod": "", "namespace": ""}, "PersistentVolume/disk-1 is outside"),
        (SHOP, EXPORTER, "Pod/monitoring/node-exporter-x is outside"),
        (NODELESS, EXPORTER, "Pod/monitoring/node-exporter-x is outside"),
    ],
)
async def test_the_answer_says_what_is_outside_and_what_is_watched(
    watch: WatchSettings, labels: dict[str, Any], said: str
) -> None:
    receipt = await taker(watch).receive(payload(alert(**labels)), Allowed())
    (result,) = receipt.results
    assert result.outcome is AlertOutcome.OUTSIDE
    assert said in result.message
    assert receipt.status == 200


async def test_a_host_that_may_be_a_node_is_no_node_where_nodes_are_not_watched() -> None:
    host = alert(pod="", namespace="", job="blackbox", instance="shop.example.com:443")
    receipt = await taker(NODELESS).receive(payload(host), Allowed())
    assert receipt.results[0].outcome is AlertOutcome.UNMAPPED
