"""One outage has one head, on which hangs what names its cause, for as long as it does."""

from dataclasses import replace
from datetime import timedelta

import msgspec

from casebook_analyzer.errors import ClusterRefusedError
from casebook_analyzer.models import ResolutionKind, SharedCause, SubjectRef, Trigger
from casebook_operator.cases.crowds import ENOUGH
from casebook_operator.cases.outages import SWEEP_SECONDS
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE
from tests.operator.builders import conclusion, investigation, signal, subject, summary, workload
from tests.operator.cases.crisis import DATABASE, KEYS, SERVICE, Crisis, failing

NAMES = [f"app-{number:02}" for number in range(10)]
SWEEP = timedelta(seconds=SWEEP_SECONDS)
LOGGED = msgspec.structs.replace(DATABASE, logged=True)


def those_that_lost(cause: SharedCause, names: list[str] = NAMES, **more: str) -> list[Investigation]:
    return [failing(name, cause, seconds=place, **more) for place, name in enumerate(names)]  # type: ignore[arg-type]


async def test_what_lost_one_database_hangs_on_one_head_that_names_it() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    (head,) = crisis.opened()
    assert (head.signal.trigger, head.subject.kind) == (Trigger.OUTAGE, OUTAGE)
    assert head.name.startswith("peer-db.example.com-5432-")
    assert head.namespace == "shop"
    assert {crisis.head_of(name) for name in NAMES} == {head.name}
    assert head.status["followers"] == {"count": 10, "first": [f"Deployment/shop/{name}" for name in NAMES]}
    assert head.status["outage"] == "Head of 10"


async def test_a_name_that_a_log_alone_tells_stands_in_no_object_that_others_read() -> None:
    crisis = Crisis(*those_that_lost(LOGGED))
    await crisis.sweep()
    (head,) = crisis.opened()
    assert head.name.startswith("peer-")
    everything = [msgspec.json.encode(case) for case in crisis.cases.index.unresolved()]
    assert not any(b"db.example.com" in one for one in everything)


async def test_few_have_no_head() -> None:
    crisis = Crisis(*those_that_lost(DATABASE, NAMES[: ENOUGH - 1]))
    await crisis.sweep()
    assert crisis.opened() == []
    assert crisis.store.statuses == []


async def test_who_comes_later_hangs_on_it_with_one_write() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    before = len(crisis.store.statuses)
    crisis.put(failing("late", DATABASE, seconds=5000))
    await crisis.sweep()
    assert crisis.head_of("late") == crisis.opened()[0].name
    assert len(crisis.store.statuses) - before == 2, "itself, and how many hang on the head"


async def test_what_failed_long_before_does_not() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    crisis.put(failing("early", DATABASE, seconds=-3600))
    await crisis.sweep()
    assert crisis.head_of("early") == ""


async def test_nothing_is_written_while_nothing_changes() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    writes, hung = len(crisis.store.statuses), dict(crisis.memory.hung)
    for _ in range(10):
        await crisis.sweep()
    assert (len(crisis.store.statuses), crisis.memory.hung) == (writes, hung)


async def test_writes_are_one_for_each_follower_and_few_for_the_head() -> None:
    crisis = Crisis(*those_that_lost(DATABASE, [f"app-{number:03}" for number in range(300)]))
    await crisis.sweep()
    assert crisis.opened()[0].status["outage"] == "Head of 300"
    assert len(crisis.store.statuses) == 301
    assert len(crisis.store.created) == 1


async def joining(crisis: Crisis, number: int) -> None:
    """So many one after the other, with a sweep after each three of them."""
    for place in range(number):
        crisis.put(failing(f"late-{place:03}", DATABASE, seconds=place))
        if place % 3 == 2:
            await crisis.outages.sweep()
            crisis.now += SWEEP


def writes_of_heads(crisis: Crisis) -> int:
    return sum("followers" in status for status in crisis.store.statuses)


async def test_a_head_is_written_seldom_while_others_join_and_says_how_many_when_they_stop() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await joining(crisis, 290)
    await crisis.sweep()
    assert crisis.opened()[0].status["outage"] == "Head of 300"
    assert writes_of_heads(crisis) <= 8


async def test_the_count_is_exact_also_after_a_restart_while_others_join() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await joining(crisis, 90)
    assert crisis.opened()[0].status["outage"] != "Head of 100", "it is behind"
    again = Crisis(*crisis.cases.index.unresolved())
    await again.outages.sweep()
    assert again.opened()[0].status["outage"] == "Head of 100"
    assert writes_of_heads(again) == 1


async def test_a_head_that_is_over_says_how_many_hung_on_it() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await joining(crisis, 9)
    (head,) = crisis.opened()
    assert head.status["outage"] != "Head of 19"
    for case in list(crisis.cases.index.unresolved()):
        crisis.put(msgspec.structs.replace(case, status=case.status | summary("Resolved")))
    await crisis.outages.sweep()
    known = crisis.cases.index.get(head.uid)
    assert known is not None
    assert known.status["outage"] == "Head of 19"


async def test_a_restart_in_the_middle_changes_nothing() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.outages.sweep()
    known = list(crisis.cases.index.unresolved())
    again = Crisis(*known)
    again.store.bodies = crisis.store.bodies
    await again.sweep()
    assert again.store.created == []
    assert [case.name for case in again.opened()] == [case.name for case in crisis.opened()]
    assert {again.head_of(name) for name in NAMES} == {again.opened()[0].name}


async def test_a_restart_between_the_head_and_its_followers_opens_no_second_one() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.outages.sweep()
    again = Crisis(*those_that_lost(DATABASE), *crisis.opened())
    await again.sweep()
    assert again.store.created == []
    assert {again.head_of(name) for name in NAMES} == {crisis.opened()[0].name}


async def test_memory_is_told_who_hangs_on_whom() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    (head,) = crisis.opened()
    assert set(crisis.memory.hung.values()) == {head.uid}
    assert len(crisis.memory.hung) == len(NAMES)


async def test_what_fails_for_another_reason_by_now_leaves() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    case = crisis.cases.index.get("shop-app-03-")
    assert case is not None
    other = KEYS.status([SharedCause(kind="ConfigMap", namespace="shop", name="app")], log_text=False)
    crisis.put(msgspec.structs.replace(case, status=case.status | other))
    await crisis.sweep()
    assert crisis.head_of("app-03") == ""
    left = crisis.cases.index.get("shop-app-03-")
    assert left is not None
    assert "outage" not in left.status
    assert crisis.memory.hung["shop-app-03-"] == ""
    assert crisis.opened()[0].status["outage"] == "Head of 9"


async def test_a_head_that_a_person_deleted_is_opened_again() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    gone = crisis.opened()[0]
    crisis.cases.forget(gone.uid)
    crisis.store.bodies.clear()
    await crisis.sweep()
    (head,) = crisis.opened()
    assert {crisis.head_of(name) for name in NAMES} == {head.name}


async def test_tenants_do_not_hang_on_each_other() -> None:
    """A tenant whose programs name the database of another one makes an outage of his own namespace, and no other."""
    victim = failing("checkout", DATABASE, namespace="victim")
    crisis = Crisis(victim, *those_that_lost(DATABASE, namespace="tenant"))
    await crisis.sweep()
    (head,) = crisis.opened()
    assert head.namespace == "tenant"
    assert crisis.head_of("checkout", "victim") == ""
    written = msgspec.json.encode([case.status for case in crisis.cases.index.unresolved()])
    assert b"victim" not in written


async def test_a_head_that_a_person_made_is_none() -> None:
    made = investigation(
        "Open",
        of=signal(trigger=Trigger.OUTAGE, failure_class="Outage"),
        about=SubjectRef(kind=OUTAGE, namespace="shop", name="mine", uid=KEYS.of(DATABASE)),
        uid="made",
    )
    crisis = Crisis(made, failing("checkout", DATABASE))
    await crisis.sweep()
    assert crisis.head_of("checkout") == ""


async def test_where_all_may_see_all_one_head_stands_for_several_namespaces() -> None:
    cases = [failing(f"app-{one}", DATABASE, namespace=f"team-{one}") for one in range(ENOUGH)]
    crisis = Crisis(*cases, everywhere=True)
    await crisis.sweep()
    (head,) = crisis.opened()
    assert head.namespace == "casebook"
    assert {crisis.head_of(f"app-{one}", f"team-{one}") for one in range(ENOUGH)} == {head.name}


async def test_the_case_of_the_thing_itself_is_the_head() -> None:
    claim = investigation(
        "Open",
        of=signal(trigger=Trigger.VOLUME_FAILED, failure_class="VolumeFailed"),
        about=subject(kind="PersistentVolumeClaim", name="data", uid="c", container=""),
        uid="claim",
    )
    crisis = Crisis(claim, failing("app", SharedCause(kind="PersistentVolumeClaim", namespace="shop", name="data")))
    await crisis.sweep()
    assert crisis.opened() == []
    assert crisis.head_of("app") == claim.name


def database_that_fails() -> Investigation:
    about = subject(name="db", uid="uid-Deployment-db")
    return investigation("Open", of=signal(200), about=about, uid="db")


def behind(crisis: Crisis) -> None:
    crisis.kube.put(
        {"kind": "Service", "metadata": {"name": "db", "namespace": "shop"}, "spec": {"selector": {"app": "db"}}},
        workload("Deployment", "db", template={"metadata": {"labels": {"app": "db"}}}),
    )


async def test_behind_a_service_the_workload_that_fails_is_the_head() -> None:
    crisis = Crisis(*those_that_lost(SERVICE), database_that_fails())
    behind(crisis)
    await crisis.sweep()
    assert crisis.opened() == []
    assert {crisis.head_of(name) for name in NAMES} == {database_that_fails().name}


async def test_an_outage_is_handed_over_when_what_is_behind_the_service_shows_that_it_fails() -> None:
    crisis = Crisis(*those_that_lost(SERVICE))
    behind(crisis)
    await crisis.sweep()
    head = crisis.concludes(crisis.opened()[0])
    assert crisis.heads.is_told(("Service", "shop", "db"))
    crisis.put(database_that_fails())
    crisis.outages._next.clear()
    await crisis.sweep()
    assert {crisis.head_of(name) for name in NAMES} == {database_that_fails().name}
    closed = crisis.cases.index.get(head.uid)
    assert closed is not None
    assert closed.status["resolution"]["kind"] == ResolutionKind.EXPLAINED


async def test_whoever_looks_for_a_head_looks_at_those_of_its_own_cause_alone() -> None:
    """In an outage of many causes every case would look at every head."""
    databases = [SharedCause(kind="Peer", name=f"db-{number}.example.com:5432") for number in range(6)]
    losers = {one: [f"of-{number}-{place}" for place in range(5)] for number, one in enumerate(databases)}
    crisis = Crisis(*(case for one, names in losers.items() for case in those_that_lost(one, names)))
    await crisis.sweep()
    assert len(crisis.opened()) == len(databases)
    asked: list[str] = []

    def is_own(case: Investigation) -> bool:
        asked.append(case.subject.uid)
        return crisis.heads.is_own(case)

    heads = replace(crisis.heads, is_own=is_own)
    (cause,) = failing("late", databases[3]).causes
    assert {head.subject.uid for head in heads.standing_for(cause)} == {cause.key}
    assert set(asked) == {cause.key}


async def test_nothing_hangs_in_a_circle() -> None:
    def service(name: str, needs: str) -> Investigation:
        return investigation(
            "Open",
            of=signal(trigger=Trigger.SERVICE_UNAVAILABLE, failure_class="ServiceUnavailable"),
            about=subject(kind="Service", name=name, uid="", container=""),
            uid=name,
            **KEYS.status([SharedCause(kind="Service", namespace="shop", name=needs)], log_text=False),
        )

    crisis = Crisis(service("a", "b"), service("b", "c"), service("c", "a"))
    await crisis.sweep()
    hung = [case for case in crisis.cases.index.unresolved() if "causedBy" in case.status]
    assert len(hung) == 2, "one of the three is the root"


async def test_a_head_that_is_refused_keeps_no_other_from_being_opened() -> None:
    crisis = Crisis(*those_that_lost(DATABASE), *those_that_lost(DATABASE, namespace="other"))
    crisis.store.errors.append(ClusterRefusedError("this namespace takes none"))
    await crisis.outages.sweep()
    assert len(crisis.opened()) == 1


async def test_a_case_that_is_being_concluded_hangs_from_its_first_status_on() -> None:
    crisis = Crisis(*those_that_lost(DATABASE))
    await crisis.sweep()
    late = failing("late", state="Investigating")
    told = crisis.heads.concluded(late, conclusion(shared=(DATABASE,)))
    assert told["causedBy"]["name"] == crisis.opened()[0].name
    hanging = msgspec.structs.replace(late, status=late.status | summary("Open") | told)
    crisis.put(hanging)
    assert crisis.heads.quiet(hanging), "the head has told it"
    assert not crisis.heads.quiet(failing("alone", DATABASE))
