"""What the API server refuses is told for the alert that it was for, and the others go on."""

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.alerts import case_store
from casebook_operator.alerts.outcome import AlertOutcome
from casebook_operator.alerts.payload import MAX_ALERTS
from casebook_operator.cases import ceiling
from casebook_operator.kube import ApiStatusError, Object
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import Allowed, receiver
from tests.operator.builders import container, pod, running
from tests.operator.fakes import FakeKube, refusal


class Refusing(FakeKube):
    """Has a pod, and no patience."""

    def __init__(self, *, create: ApiStatusError | None = None, patch: ApiStatusError | None = None) -> None:
        super().__init__()
        self.put(pod(container(state=running())), pod(container(state=running()), name="cart-0", uid="uid-cart"))
        self._create, self._patch = create, patch

    async def create(self, path: str, body: Object) -> Object:
        if self._create is not None:
            raise self._create
        made = body | {"metadata": body["metadata"] | {"uid": "u", "resourceVersion": "1", "creationTimestamp": ""}}
        self.put(made)
        return made

    async def patch(self, path: str, operations: object, *, field_manager: str) -> Object:
        raise self._patch or refusal(409, "Conflict")


@pytest.fixture
def _one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "RESERVED", 0)


@pytest.mark.usefixtures("_one_alone")
async def test_a_refusal_is_the_result_of_that_alert_alone() -> None:
    kube = Refusing(create=refusal(403, "Forbidden"))
    taker = receiver(kube, "casebook", ceiling=1)  # type: ignore[arg-type]
    receipt = await taker.receive(payload(alert(), alert(pod="cart-0"), alert(pod="", namespace="")), Allowed())
    assert [result.outcome for result in receipt.results] == [
        AlertOutcome.FAILED,
        AlertOutcome.FAILED,
        AlertOutcome.UNMAPPED,
    ]
    assert "refused with 403" in receipt.results[0].message
    assert receipt.status == 200


@pytest.mark.usefixtures("_one_alone")
async def test_a_refusal_is_not_remembered_and_takes_nothing_of_the_cap() -> None:
    kube = Refusing(create=refusal(403, "Forbidden"))
    taker = receiver(kube, "casebook", ceiling=1)  # type: ignore[arg-type]
    for _ in range(3):
        receipt = await taker.receive(payload(alert()), Allowed())
        assert [result.outcome for result in receipt.results] == [AlertOutcome.FAILED]
    kube._create = None
    receipt = await taker.receive(payload(alert()), Allowed())
    assert [result.outcome for result in receipt.results] == [AlertOutcome.OPENED]


async def test_a_crd_of_an_earlier_version_is_told_as_what_it_is() -> None:
    kube = Refusing()
    kube.put({"kind": "Namespace", "metadata": {"name": "shop"}})
    told = ApiStatusError(400, "BadRequest", "field label not supported: spec.subjectRef.name")

    async def unsupported(path: str, **_: object) -> list[Object]:
        raise told

    kube.list = unsupported  # type: ignore[method-assign]
    receipt = await receiver(kube, "casebook").receive(payload(alert()), Allowed())  # type: ignore[arg-type]
    (result,) = receipt.results
    assert result.outcome is AlertOutcome.FAILED
    assert "field label not supported" in result.message


async def test_an_annotation_that_is_changed_all_the_time_is_tried_again_by_alertmanager(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(case_store, "_PAUSE_SECONDS", 0)
    taker = receiver(Refusing(), "casebook")  # type: ignore[arg-type]
    await taker.receive(payload(alert()), Allowed())
    with pytest.raises(ClusterUnavailableError, match="changed all the time"):
        await taker.receive(payload(alert(alertname="Other")), Allowed())


async def test_of_a_notification_that_is_too_long_the_rest_is_counted_and_not_read() -> None:
    kube = Refusing()
    sent = payload(*(alert(pod=f"gone-{number}") for number in range(MAX_ALERTS + 3)))
    receipt = await receiver(kube, "casebook").receive(sent, Allowed())  # type: ignore[arg-type]
    assert (len(receipt.results), receipt.left_out) == (MAX_ALERTS, 3)
    assert len(kube.asked) == MAX_ALERTS
