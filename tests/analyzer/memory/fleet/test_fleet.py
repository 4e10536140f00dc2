"""Two clusters of a fleet find each other's incidents, and read no word of them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product
from string import ascii_lowercase
from typing import Any

import msgspec
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, join_fleet, leave_fleet, open_memory
from casebook_analyzer.memory.fleet import publishing
from casebook_analyzer.memory.fleet.fleet import Fleet
from casebook_analyzer.models import Band, Category, Feedback, FeedbackSource, Incident, SimilarIncident, Verdict
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

EAST, WEST = "east", "west"
FLEET = "all"
SECRET = "quetzal"
NOW = OPENED + timedelta(days=100)


def _opened(dsn: str, cluster: str, **changes: Any) -> Memory:
    return open_memory(dsn, tenant=cluster, **{"embedder": WordEmbedder(), "fleet": True} | changes)


def secret_incident(recipe: str = "missing_env", **changes: Any) -> Incident:
    """An incident of the east, with a word in all that names something."""
    found = make_incident(recipe, tenant=EAST, namespace=SECRET, workload=f"{SECRET}-app", **changes)
    conclusion = msgspec.structs.replace(found.conclusion, title=f"{SECRET} is broken", summary=SECRET, rules=(SECRET,))
    return msgspec.structs.replace(
        found, id=f"{SECRET}-{found.id}", conclusion=conclusion, report=SECRET, resolution=make_resolution(SECRET)
    )


async def _fill(dsn: str) -> None:
    """Incidents of the east, which shares them."""
    for cluster in (EAST, WEST):
        join_fleet(dsn, cluster, FLEET)
    async with _opened(dsn, EAST) as east:
        for number in (1, 2):
            await east.record(secret_incident(number=number, days=number))
        await east.record(secret_incident("oom", days=3))
        assert await east.fleet.publish(NOW) == 2
    async with _opened(dsn, WEST) as west:
        assert await west.fleet.publish(NOW) == 0


pytestmark = pytest.mark.database(filled_by=_fill)


async def _similar(memory: Memory, recipe: str = "missing_env", **changes: Any) -> tuple[SimilarIncident, ...]:
    case = make_incident(recipe, number=99, tenant=WEST, days=50)
    return (await memory.similar(case.bundle, case.conclusion, exclude_id=case.id, **changes)).incidents


async def test_an_incident_of_another_cluster_is_found_with_its_cluster_and_without_a_word_of_it(dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        (found,) = await _similar(west)
    assert (found.cluster, found.place) == (EAST, "cluster east")
    assert (found.category, found.band, found.opened_at) == (
        Category.CONFIG_ERROR,
        Band.STRONG,
        OPENED + timedelta(days=2),
    )
    assert (found.id, found.namespace, found.name, found.subject) == ("", "", "", "")
    assert (found.title, found.resolution, found.fixed, found.seconds_to_resolve) == ("not shown here", "", True, None)
    assert found.why[-1] == "seen 2 times there"
    assert SECRET not in repr(found)


async def test_it_is_found_by_its_words_where_there_is_no_model(dsn: str) -> None:
    async with _opened(dsn, WEST, embedder=None) as west:
        (found,) = await _similar(west, "oom")
    assert (found.cluster, found.cosine_permille, found.band) == (EAST, None, Band.STRONG)


async def test_another_model_compares_words_alone(dsn: str) -> None:
    async with _opened(dsn, WEST, embedder=WordEmbedder("others", dimension=32)) as west:
        (found,) = await _similar(west)
    assert (found.cluster, found.cosine_permille) == (EAST, None)


async def test_nothing_is_found_by_who_does_not_take_part(dsn: str) -> None:
    async with _opened(dsn, WEST, fleet=False) as west:
        assert await _similar(west) == ()


async def test_nothing_is_found_of_who_takes_it_back(dsn: str) -> None:
    async with _opened(dsn, EAST, fleet=False) as east:
        await east.fleet.publish(NOW)
    async with _opened(dsn, WEST) as west:
        assert await _similar(west) == ()
        assert (await west.fleet.state()).clusters == ()


async def test_nothing_is_found_by_who_shares_nothing(dsn: str) -> None:
    async with _opened(dsn, WEST, fleet=False) as west:
        await west.fleet.publish(NOW)
    async with _opened(dsn, WEST) as west:
        assert await _similar(west) == ()
        assert (await west.fleet.state()).clusters == ()


@pytest.mark.parametrize("cluster", [EAST, WEST])
async def test_nothing_is_found_once_one_of_both_has_left(dsn: str, cluster: str) -> None:
    leave_fleet(dsn, cluster)
    async with _opened(dsn, WEST) as west:
        assert await _similar(west) == ()


async def test_nothing_is_found_of_another_fleet(dsn: str) -> None:
    leave_fleet(dsn, WEST)
    join_fleet(dsn, WEST, "another")
    async with _opened(dsn, WEST) as west:
        assert await _similar(west) == ()
        assert (await west.fleet.state()).name == "another"


async def test_of_one_failure_the_own_incident_speaks(dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        own = make_incident(tenant=WEST, resolution=make_resolution())
        await west.record(own)
        (found,) = await _similar(west)
    assert (found.id, found.cluster, found.resolution) == (own.id, "", "env DATABASE_URL added to container app")


async def test_others_get_the_places_that_are_left(dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        await west.record(_alike())
        both = await _similar(west)
        own = await _similar(west, limit=1)
    assert [(one.cluster, one.band) for one in both] == [(EAST, Band.STRONG), ("", Band.POSSIBLE)]
    assert [one.cluster for one in own] == [""]


def _alike() -> Incident:
    """An own incident that says the same, of another family."""
    found = make_incident(tenant=WEST)
    signature = msgspec.structs.replace(found.conclusion.signature, key="another")
    return msgspec.structs.replace(found, conclusion=msgspec.structs.replace(found.conclusion, signature=signature))


async def test_what_resembles_nothing_finds_nothing(dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        assert await _similar(west, "xid79") == ()


async def test_a_line_of_an_archive_with_more_words_than_may_be_shared_keeps_nothing_from_being_shared(
    dsn: str,
) -> None:
    found = make_incident("xid79", tenant=EAST)
    many = " ".join(map("".join, product(ascii_lowercase, repeat=3)))
    signature = msgspec.structs.replace(found.conclusion.signature, key="long", template=many)
    conclusion = msgspec.structs.replace(found.conclusion, signature=signature)
    async with _opened(dsn, EAST) as east:
        await east.record(msgspec.structs.replace(found, conclusion=conclusion))
        assert await east.fleet.publish(NOW) == 1


async def test_what_people_rejected_is_not_shared(dsn: str) -> None:
    word = Feedback(verdict=Verdict.REJECTED, source=FeedbackSource.COMMAND, given_at=NOW)
    async with _opened(dsn, EAST) as east, _opened(dsn, WEST) as west:
        for number in (1, 2):
            await east.give_feedback(f"{SECRET}-missing_env-{number}", word)
        await east.fleet.publish(NOW)
        assert await _similar(west) == ()


async def test_what_is_purged_is_shared_no_more_at_once(dsn: str) -> None:
    async with _opened(dsn, EAST) as east, _opened(dsn, WEST) as west:
        async with east.session.transaction() as connection:
            await connection.exec_driver_sql("DELETE FROM incident")
            await connection.exec_driver_sql("DELETE FROM family")
        assert await _similar(west) == ()


async def test_only_what_is_new_is_written_again(dsn: str) -> None:
    async with _opened(dsn, EAST) as east, _opened(dsn, WEST) as west:
        assert await east.fleet.publish(NOW + timedelta(hours=1)) == 0
        await east.record(secret_incident(number=3, days=4))
        assert await east.fleet.publish(NOW + timedelta(hours=1)) == 1
        (found,) = await _similar(west)
        assert found.why[-1] == "seen 3 times there"
        assert await east.fleet.publish(NOW + timedelta(days=1, hours=2)) == 2


async def test_many_families_are_shared_in_several_transactions(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "BATCH", 1)
    publishing._changed.cache_clear()
    async with _opened(dsn, EAST) as east:
        later: datetime = NOW + timedelta(days=2)
        assert [await east.fleet.publish(later) for _ in range(3)] == [1, 1, 0]
    publishing._changed.cache_clear()


async def test_a_family_names_the_clusters_that_know_it(dsn: str) -> None:
    async with _opened(dsn, WEST) as west, _opened(dsn, WEST, fleet=False) as alone:
        case = make_incident(tenant=WEST)
        recorded = await west.record(case, View())
        await west.record(make_incident("forbidden", tenant=WEST))
        key = case.conclusion.signature.key
        assert recorded is not None
        assert recorded.clusters == (WEST, EAST)
        for told, clusters in ((west, (WEST, EAST)), (alone, (WEST,))):
            family, past = await told.family(key, View()), await told.past(case, View())
            assert family is not None
            assert past.family is not None
            assert family.clusters == past.family.clusters == clusters
        assert [one.clusters for one in (await west.families(View())).records].count((WEST, EAST)) == 1


async def test_what_fails_in_the_fleet_takes_nothing_from_the_own_answer(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _opened(dsn, WEST) as west:
        await west.record(_alike())
        monkeypatch.setattr("casebook_analyzer.memory.fleet.fleet.PATIENCE", "-1x")
        (found,) = await _similar(west)
        recorded = await west.record(make_incident(tenant=WEST), View())
    assert found.cluster == ""
    assert recorded is not None
    assert recorded.clusters == (WEST,)


async def test_a_case_keeps_what_it_was_given_of_another_cluster(dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        case = msgspec.structs.replace(make_incident(tenant=WEST), similar=await _similar(west))
        await west.record(case)
        past = await west.past(case, View())
        assert [one.cluster for one in past.similar] == [EAST]
        assert await west.by_id(case.id) == case


async def test_memory_says_which_fleet_it_is_in(opened: Callable[..., Memory], dsn: str) -> None:
    async with _opened(dsn, WEST) as west:
        found = await west.fleet.state()
    assert (found.name, found.clusters) == (FLEET, (EAST,))
    assert (await Fleet(opened(tenant="south").session, takes_part=True).state()).name == ""
