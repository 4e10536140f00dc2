"""What fits nothing gets a case when it has not for long enough; nobody is in the way of it, and nobody in its own."""

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import pytest
from typing_extensions import override

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Severity, SubjectRef, Trigger
from casebook_operator.cases import misfits
from casebook_operator.cases.misfits import MisfitRounds
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.pages import ListPage
from casebook_operator.settings import SignalSettings
from tests.operator.builders import investigation, signal
from tests.operator.cases.healths import asked, undecided
from tests.operator.cases.rooms import Room
from tests.operator.fakes import LabelledKube, refusal
from tests.operator.reading.misfits.objects import deployment, ingress, service, slices
from tests.operator.reading.misfits.test_deliveries import GONE, application
from tests.operator.reading.misfits.test_policies import DB, DB_SERVICE, SHOP, TO_DB, policy

T = TypeVar("T")
HOLD = SignalSettings().misfit_seconds
TYPO = service(selects={"app": "catalogue"})


@pytest.fixture(autouse=True)
def _a_namespace_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a namespace may take is told by the clock on the wall. On a busy machine a line of log took a second."""
    monkeypatch.setattr(misfits, "NAMESPACE_SECONDS", 600.0)


class Paged(LabelledKube):
    """One that is read in pages, as a whole cluster is."""

    async def pages(self, path: str, kind: type[T], **_: Any) -> AsyncIterator[tuple[ListPage[T], int]]:
        prefix, _, plural = path.rpartition("/")
        found = []
        for place, obj in self.objects.items():
            if place.startswith(f"{prefix}/namespaces/") and place.split("/")[-2] == plural:
                if isinstance(obj, Exception):
                    raise obj
                found.append(obj)
        yield ListPage(items=msgspec.json.decode(msgspec.json.encode(found), type=list[kind])), 0  # type: ignore[valid-type]


class Here:
    """Does at once what is done beside the event loop."""

    async def look(self, kube: ObjectReader, work: Callable[[ObjectReader], Coroutine[Any, Any, T]]) -> T:
        return await work(kube)


class Rounds(Room):
    def __init__(self, owns: Callable[[str], bool] = lambda _: True) -> None:
        kube = Paged()
        super().__init__(kube)
        self.rounds = MisfitRounds(
            kube=kube,  # type: ignore[arg-type]
            reader=kube,
            beside=Here(),
            places=lambda _: ("",),
            owns=owns,
            observe=self.deduplicator.observe,
            hold_durations=SignalSettings(),
            clock=self.clock,
        )

    async def wait(self, seconds: float) -> None:
        for _ in range(int(seconds // 60)):
            self.clock.forward(60)
            await self.rounds.round()
            await self.settle()


@pytest.fixture
async def room() -> AsyncIterator[Rounds]:
    made = Rounds()
    yield made
    await made.deduplicator.close()


async def test_a_service_that_selects_nobody_gets_a_case_of_little_urgency_when_it_has_lasted(room: Rounds) -> None:
    room.kube.put(TYPO, deployment())
    await room.rounds.round()
    await room.wait(HOLD - 60)
    assert room.opened() == []
    await room.wait(60)
    assert room.opened() == ["Service/catalog Misfit"]
    case = room.case("Misfit")
    assert (case.signal.reason, case.signal.severity) == ("SelectsNobody", Severity.INFO)
    assert "no pod has that; nearest: Deployment catalog has app=catalog" in case.signal.message


async def test_it_is_opened_once(room: Rounds) -> None:
    room.kube.put(TYPO, deployment())
    await room.wait(4 * HOLD)
    assert room.opened() == ["Service/catalog Misfit"]


async def test_an_ingress_and_a_workload_that_is_cut_off_get_cases_of_their_own(room: Rounds) -> None:
    room.kube.put(ingress(to="lost"), SHOP, policy(TO_DB), DB, DB_SERVICE, slices("db"))
    await room.wait(HOLD + 60)
    assert sorted(room.opened()) == ["Deployment/shop Misfit", "Ingress/web Misfit"]


async def test_an_application_gets_a_case_when_argo_cd_could_not_compare_it_for_long_enough(room: Rounds) -> None:
    room.kube.put(application(("ComparisonError", GONE)))
    await room.wait(HOLD - 60)
    assert room.opened() == []
    await room.wait(120)
    assert room.opened() == ["Application/web Misfit"]
    assert room.case("Misfit").signal.reason == "ComparisonError"


async def test_a_repository_server_that_restarts_opens_nothing(room: Rounds) -> None:
    for _ in range(4):
        room.kube.put(application(("ComparisonError", "code = Unavailable desc = connection error")))
        await room.wait(HOLD - 60)
        room.kube.put(application())
        await room.wait(60)
    assert room.opened() == []


async def test_what_is_mended_in_time_leaves_nothing_behind(room: Rounds) -> None:
    room.kube.put(TYPO, deployment())
    await room.wait(HOLD - 60)
    room.kube.put(service(), slices())
    await room.wait(120)
    assert room.opened() == []
    room.kube.objects.pop("/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices/catalog-1")
    room.kube.put(TYPO)
    await room.wait(HOLD - 60)
    assert room.opened() == []


async def test_a_service_with_endpoints_is_not_even_read(room: Rounds) -> None:
    room.kube.put(service(), slices(), deployment())
    with room.without_requests():
        await room.wait(300)


async def test_what_another_operator_looks_after_is_passed_over() -> None:
    room = Rounds(owns=lambda namespace: namespace != "shop")
    room.kube.put(TYPO, deployment())
    await room.wait(HOLD + 60)
    assert room.opened() == []


async def test_what_may_not_be_read_of_one_kind_hides_no_other(room: Rounds) -> None:
    room.kube.put(TYPO, deployment())
    room.kube.fail("Ingress", "shop", "web", refusal(403, "Forbidden"))
    await room.wait(HOLD + 60)
    assert room.opened() == ["Service/catalog Misfit"]


async def test_an_api_server_that_is_away_takes_nothing_back(room: Rounds) -> None:
    room.kube.put(ingress(to="lost"))
    await room.wait(HOLD - 60)
    room.kube.fail("Service", "shop", "lost", ClusterUnavailableError("away"))
    with pytest.raises(ClusterUnavailableError):
        await room.rounds.round()
    del room.kube.objects["/api/v1/namespaces/shop/services/lost"]
    await room.wait(120)
    assert room.opened() == ["Ingress/web Misfit"]


async def test_a_workload_that_fails_for_it_has_the_case(room: Rounds) -> None:
    about = SubjectRef(kind="Deployment", namespace="shop", name="shop", uid="uid-Deployment-shop")
    room.cases.put(investigation("Open", about=about))
    room.kube.put(SHOP, policy(TO_DB), DB, DB_SERVICE, slices("db"))
    await room.wait(HOLD + 60)
    assert room.opened() == []


class Broken(Paged):
    @override
    async def get(self, path: str, **query: str | int) -> Object:
        if path.endswith("/odd"):
            raise TypeError(path)
        return await super().get(path, **query)


async def test_one_object_that_is_like_no_other_hides_none() -> None:
    room = Rounds()
    room.rounds.reader = broken = Broken()
    broken.objects = room.kube.objects
    room.kube.put(service("odd", selects={"app": "x"}), TYPO, deployment())
    await room.wait(HOLD + 60)
    assert room.opened() == ["Service/catalog Misfit"]


@pytest.mark.parametrize(
    ("broken", "others", "mended"),
    [
        (TYPO, [deployment()], [service(), slices()]),
        (ingress(to="catalog"), [], [service()]),
        (SHOP, [policy(TO_DB), DB, DB_SERVICE], [policy({})]),
    ],
    ids=["Service", "Ingress", "Deployment"],
)
async def test_it_is_over_when_it_fits(broken: Object, others: list[Object], mended: list[Object]) -> None:
    metadata = broken["metadata"]
    about = SubjectRef(kind=broken["kind"], namespace="shop", name=metadata["name"], uid=metadata["uid"])
    of = signal(trigger=Trigger.MISFIT, failure_class="Misfit", container="", reason="Because")
    case, kube = investigation("Open", of=of, about=about), LabelledKube()
    kube.put(broken, *others)
    assert undecided(await asked(kube, case))
    kube.put(*mended)
    assert await asked(kube, case) == SubjectHealth(well=True)
