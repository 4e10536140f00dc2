"""Who may open nothing learns nothing, and costs little: permission comes before any work."""

from typing import Any

import pytest

from casebook_operator.alerts.outcome import AlertOutcome
from casebook_operator.alerts.receiver import Receiver
from casebook_operator.alerts.rights import MAX_NAMESPACES, SenderRights, TooManyNamespacesError
from casebook_operator.investigation import parse
from casebook_operator.kube import Object
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, ClusterSettings, WatchSettings
from tests.operator.alerts.builders import alert, payload
from tests.operator.builders import node, pod, stored
from tests.operator.fakes import FakeKube


class Sender:
    """May create Investigations in these namespaces; counts what is asked about it."""

    def __init__(self, *namespaces: str) -> None:
        self._namespaces = namespaces
        self.asked: list[str] = []

    async def may(self, verb: str, namespace: str) -> bool:
        self.asked.append(namespace)
        return namespace in self._namespaces


class Cluster(FakeKube):
    """A cluster in which Investigations can be made."""

    def __init__(self, *objects: Object) -> None:
        super().__init__()
        self.created: list[Object] = []
        self.put(*objects)

    async def create(self, path: str, body: Object) -> Object:
        self.created.append(stored(body))
        return self.created[-1]


class Sanitizing:
    """Notes whether any text was worked on."""

    def __init__(self) -> None:
        self.worked = 0

    def line(self, text: str, *_: Any, **__: Any) -> str:
        self.worked += 1
        return text


EXPORTER = pod(name="x-node-exporter", namespace="evil")


def receiver(kube: FakeKube, sanitizer: Any = None, watch: WatchSettings | None = None) -> Receiver:
    scope = Scope(ClusterSettings(name="test"), watch or WatchSettings())
    given: Any = (kube, sanitizer or Sanitizing())
    return Receiver(given[0], scope=scope, cases=CaseSettings(), sanitizer=given[1])


def of_exporter(**labels: str) -> dict[str, Any]:
    return alert(job="node-exporter", namespace="evil", pod="x-node-exporter", **labels)


async def test_who_may_open_in_his_namespace_does_not_open_a_node_by_the_labels_of_an_exporter() -> None:
    kube = Cluster(EXPORTER, node())
    receipt = await receiver(kube).receive(payload(of_exporter()), Sender("evil"))
    (result,) = receipt.results
    assert (result.outcome, result.investigation, kube.created) == (AlertOutcome.FORBIDDEN, "", [])
    assert "node-1" not in result.message
    assert kube.asked == []


@pytest.mark.parametrize("there", [(EXPORTER, node()), ()])
@pytest.mark.parametrize(
    "labels", [{"pod": "", "node": "node-1"}, {"namespace": "bank", "pod": "ledger-0"}, {"namespace": "bank"}]
)
async def test_the_answer_does_not_depend_on_what_there_is(there: tuple[Object, ...], labels: dict[str, str]) -> None:
    kube = Cluster(*there)
    (result,) = (await receiver(kube).receive(payload(alert(**labels)), Sender("evil"))).results
    (of_nothing,) = (await receiver(Cluster()).receive(payload(alert(**labels)), Sender("evil"))).results
    assert result == of_nothing
    assert result.outcome == AlertOutcome.FORBIDDEN
    assert kube.asked == []


async def test_who_may_do_nothing_does_not_learn_what_is_watched() -> None:
    watch = WatchSettings(namespaces=("hidden",), nodes=False)
    (result,) = (await receiver(Cluster(), watch=watch).receive(payload(alert()), Sender())).results
    assert result.outcome == AlertOutcome.FORBIDDEN
    assert "hidden" not in result.message


async def test_no_text_is_worked_on_for_who_may_do_nothing() -> None:
    redacting = Sanitizing()
    await receiver(Cluster(), redacting).receive(payload(alert(summary="a" * 10_000)), Sender())
    assert redacting.worked == 0


async def test_who_may_open_in_the_namespace_of_casebook_opens_a_node() -> None:
    kube = Cluster(EXPORTER, node())
    (result,) = (await receiver(kube).receive(payload(of_exporter()), Sender("evil", "casebook"))).results
    assert result.outcome == AlertOutcome.OPENED
    (case,) = [parse(body) for body in kube.created]
    assert (case.subject.kind, case.namespace) == ("Node", "casebook")


def of_namespaces(number: int) -> list[dict[str, Any]]:
    return [alert(namespace=f"n{one}") for one in range(number)]


async def test_a_notification_that_names_250_namespaces_is_few_reviews() -> None:
    sender = Sender("n0", "n1")
    receipt = await receiver(Cluster()).receive(payload(*of_namespaces(250)), sender)
    assert len(sender.asked) <= MAX_NAMESPACES + 1
    outcomes = [result.outcome for result in receipt.results]
    assert outcomes[:2] == [AlertOutcome.MISSING] * 2
    assert outcomes.count(AlertOutcome.LEFT_OUT) == 250 - MAX_NAMESPACES
    assert "Group alerts by namespace" in receipt.results[-1].message


async def test_who_may_open_everywhere_is_asked_about_once_more_than_once() -> None:
    sender = Sender("n0", "")
    receipt = await receiver(Cluster()).receive(payload(*of_namespaces(250)), sender)
    assert sender.asked == ["n0", ""]
    assert {result.outcome for result in receipt.results} == {AlertOutcome.MISSING}


async def test_one_namespace_is_one_question() -> None:
    sender = Sender("shop")
    rights = SenderRights(sender)
    assert [await rights.may_open("shop") for _ in range(3)] == [True] * 3
    assert sender.asked == ["shop"]


async def test_the_namespace_beyond_the_bound_is_not_asked_about() -> None:
    rights = SenderRights(Sender())
    for number in range(MAX_NAMESPACES):
        await rights.may_open(str(number))
    with pytest.raises(TooManyNamespacesError):
        await rights.may_open("another")
