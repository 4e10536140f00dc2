"""Objects and tags narrow lists, counts, searches, families, timelines and overviews, whatever their texts are."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import msgspec
import psycopg
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.incidents.about import MOST, numbers_about, object_number, tag_number
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState
from casebook_analyzer.models import Entity, Incident
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

NOW = OPENED + timedelta(days=20)
LONG = "x" * 10_000
HOSTILE = ("zone=\0", "zone=\ufffd", "zone='; --", "a/b/c=d", "\u202e=\U0001f600", f"zone={LONG}", "={}", "zone=a,b}")


def about(found: Incident, *objects: Entity, tags: Sequence[str] = ()) -> Incident:
    conclusion = msgspec.structs.replace(found.conclusion, entities=objects, environment_tags=tuple(tags))
    return msgspec.structs.replace(found, conclusion=conclusion)


SECRET = Entity(kind="Secret", namespace="shop", name="pay", role="cause")
FIRST = about(
    make_incident(number=1, resolution=make_resolution()),
    SECRET,
    Entity(kind="Node", name="n1"),
    tags=("zone=a", "k=1"),
)
SECOND = about(make_incident(number=2, days=2), Entity(kind="Secret", namespace="bank", name="pay"), tags=("zone=b",))
OTHER = about(make_incident("oom", namespace="bank", workload="payments", days=1), SECRET, tags=("zone=a",))


@pytest.fixture
async def memory(lexical_memory: Memory) -> Memory:
    for one in (FIRST, SECOND, OTHER):
        await lexical_memory.record(one)
    return lexical_memory


async def ids(memory: Memory, **wanted: object) -> list[str]:
    return [row.id for row in (await memory.browse(IncidentFilter(**wanted))).rows]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"entity": "Secret/shop/pay"}, ["oom-1", "missing_env-1"]),
        ({"entity": "Secret/pay"}, ["missing_env-2", "oom-1", "missing_env-1"]),
        ({"entity": "Node/n1"}, ["missing_env-1"]),
        ({"entity": "Deployment/bank/payments"}, ["oom-1"]),
        ({"entity": "Secret/pay/shop"}, []),
        ({"entity": "Secret"}, []),
        ({"entity": "secret/shop/pay"}, []),
        ({"tag": "zone=a"}, ["oom-1", "missing_env-1"]),
        ({"tag": "zone=a", "entity": "Node/n1"}, ["missing_env-1"]),
        ({"tag": "zone"}, []),
        ({"tag": "Secret/shop/pay"}, []),
        ({"entity": "zone=a"}, []),
        ({"tag": "zone=a", "namespaces": frozenset({"bank"})}, ["oom-1"]),
        ({"tag": "zone=a", "state": IncidentState.OPEN}, ["oom-1"]),
    ],
)
async def test_a_list_and_its_counts_have_what_is_about_it(
    memory: Memory, wanted: dict[str, object], found: list[str]
) -> None:
    assert await ids(memory, **wanted) == found
    counts = await memory.counts(IncidentFilter(**{**wanted, "state": None}))  # type: ignore[arg-type]
    assert counts.all == len(await ids(memory, **{**wanted, "state": None}))


async def test_pages_of_what_is_rare_join(memory: Memory) -> None:
    wanted = IncidentFilter(entity="Secret/shop/pay")
    first = await memory.browse(wanted, limit=1)
    assert ([row.id for row in first.rows], first.older) == (["oom-1"], True)
    assert first.ends is not None
    second = await memory.browse(wanted, before=first.ends, limit=1)
    assert ([row.id for row in second.rows], second.ends) == (["missing_env-1"], None)


async def test_a_search_by_text_is_narrowed(memory: Memory) -> None:
    async def hits(**wanted: str) -> set[str]:
        return {
            hit.id for hit in (await memory.search("DATABASE_URL is not set", wanted=IncidentFilter(**wanted))).hits
        }

    assert await hits() >= {"missing_env-1", "missing_env-2"}
    assert await hits(tag="zone=b") == {"missing_env-2"}
    assert await hits(entity="Node/n1") == {"missing_env-1"}
    assert await hits(tag="zone=nowhere") == set()


async def test_families_and_timelines_are_narrowed(memory: Memory) -> None:
    families = await memory.families(View(), wanted=IncidentFilter(tag="zone=b"))
    assert [one.id for one in families.records] == [FIRST.conclusion.signature.key]
    told = await read_timeline(memory.session, str(FIRST.bundle.subject), wanted=IncidentFilter(tag="zone=b"))
    assert {one.incident for one in told.moments} == {f"shop/{SECOND.name}"}
    whole = await read_timeline(memory.session, "Namespace/bank", wanted=IncidentFilter(entity="Secret/shop/pay"))
    assert {one.incident for one in whole.moments} == {f"bank/{OTHER.name}"}


async def test_an_overview_is_narrowed(memory: Memory) -> None:
    async def seen(**wanted: object) -> Overview:
        return await memory.overview(IncidentFilter(**wanted), NOW)  # type: ignore[arg-type]

    here = await seen(tag="zone=a")
    assert (here.opened, here.resolved, here.open_now, len(here.recurring)) == (2, 1, 1, 0)
    of_all = await seen(entity="Secret/pay")
    assert (of_all.opened, of_all.open_now, [one.count for one in of_all.recurring]) == (3, 2, [2])
    later = await seen(entity="Secret/pay", since=OPENED + timedelta(days=1))
    assert (later.opened, later.open_now) == (2, 2)
    earlier = await seen(entity="Secret/pay", until=OPENED + timedelta(hours=1), state=IncidentState.RESOLVED)
    assert (earlier.opened, earlier.open_now) == (1, 2)
    assert (await seen(tag="zone=a", namespaces=frozenset({"shop"}))).open_now == 0
    nothing = await seen(tag="zone=nowhere")
    assert (nothing.opened, nothing.open_now, nothing.nodes) == (0, 0, ())


async def test_what_is_judged_again_is_about_what_the_new_conclusion_says(memory: Memory, dsn: str) -> None:
    again = about(FIRST, Entity(kind="ConfigMap", namespace="shop", name="web"), tags=("zone=c",))
    await memory.judge_again(again)
    assert await ids(memory, entity="ConfigMap/shop/web", tag="zone=c") == ["missing_env-1"]
    assert await ids(memory, entity="Secret/shop/pay") == ["oom-1"]
    await memory.confirm(again.id, "2")
    assert await ids(memory, tag="zone=c") == ["missing_env-1"]
    assert_consistent(dsn)


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_texts_are_found_as_they_were_stored_and_by_no_other(memory: Memory, dsn: str, text: str) -> None:
    await memory.record(about(FIRST, Entity(kind="Secret", namespace="shop", name=text), tags=(text,)))
    assert await ids(memory, tag=text) == ["missing_env-1"]
    assert await ids(memory, entity=f"Secret/shop/{text}") == ["missing_env-1"]
    assert await ids(memory, entity=f"Secret/{text}") == ["missing_env-1"]
    assert await ids(memory, tag=f"{text} ") == []
    assert await ids(memory, entity=text) == []
    assert_consistent(dsn)


async def test_what_is_no_unicode_finds_nothing(memory: Memory) -> None:
    assert await ids(memory, tag="zone=\ud800", entity="\udfff/x") == []


async def test_an_incident_about_more_than_an_index_holds_is_recorded_and_found_by_the_rest(memory: Memory) -> None:
    objects = [Entity(kind="Secret", namespace=f"n{n}", name=f"{n}") for n in range(60)]
    longest = "".join(map(chr, Random(7).choices(range(0x10000, 0x20000), k=253)))  # no two bytes are alike
    one = about(FIRST, *objects, tags=[f"owner={longest}", *(f"tag{n}={LONG}" for n in range(60))])
    subject = msgspec.structs.replace(one.bundle.subject, device=longest, name="d" * 253)
    signal = msgspec.structs.replace(one.bundle.signal, node_name="n" * 253)
    bundle = msgspec.structs.replace(one.bundle, subject=subject, signal=signal)
    await memory.record(msgspec.structs.replace(one, bundle=bundle))
    assert await ids(memory, entity="Secret/n59/59") == ["missing_env-1"]
    assert await ids(memory, tag=f"tag30={LONG}", owner=longest) == ["missing_env-1"]


async def test_no_plan_depends_on_how_many_have_a_tag(memory: Memory, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("ANALYZE incident")
        known = connection.execute("SELECT attname FROM pg_stats WHERE tablename = 'incident'").fetchall()
    assert ("family",) in known
    assert ("about",) not in known


async def test_other_tenants_have_tags_of_their_own(memory: Memory, dsn: str) -> None:
    async with open_memory(dsn, tenant="cluster-b", embedder=None) as other:
        await other.register("uid-b")
        assert await ids(other, tag="zone=a") == []
        await other.record(msgspec.structs.replace(SECOND, tenant="cluster-b"))
        assert await ids(other, tag="zone=b") == ["missing_env-2"]
        assert (await other.overview(IncidentFilter(entity="Secret/pay"), NOW)).opened == 1
    assert (await memory.overview(IncidentFilter(entity="Secret/pay"), NOW)).opened == 3


def test_short_names_of_objects_are_the_first_to_go() -> None:
    objects = [{"kind": "Secret", "namespace": "shop", "name": str(number)} for number in range(60)]
    numbers = numbers_about("Deployment/shop/web", {"entities": objects, "environment_tags": ["zone=a"]})
    assert len(numbers) == MOST
    assert {object_number("Deployment/shop/web"), object_number("Secret/shop/59"), tag_number("zone=a")} <= {*numbers}
    assert object_number("Secret/59") not in numbers


def test_numbers_stay_what_they_are() -> None:
    """What was stored is found by them: another way to make them needs a migration."""
    assert object_number("Secret/shop/pay") == 230034828466120245
    assert tag_number("zone=a") == -4918922302655331672
