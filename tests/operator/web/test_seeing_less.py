"""Who may list one namespace sees its incidents alone in whatever counts and lists: no number tells of the others."""

import json
import re
from urllib.parse import quote

import msgspec
import pytest
from sqlalchemy import event

from casebook_analyzer.memory import Memory
from tests.operator.web.addresses import API, of_subject
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import story
from tests.operator.web.test_ask import Cluster, visiting
from tests.operator.web.test_pages import text_of
from tests.rows import of_every

SHOP = [one for one in story(TENANT) if one.namespace == "shop"]
BILLING = next(one for one in story(TENANT) if one.namespace == "payments")
OTHERS = [one.name for one in story(TENANT) if one.namespace != "shop"]
EVERYTHING = "since=1970-01-01"


@of_every(
    "path",
    [
        "/",
        f"/overview?{EVERYTHING}",
        f"/namespaces/shop?{EVERYTHING}",
        "/feed.atom",
        f"{API}/overview?{EVERYTHING}T00:00:00Z",
        of_subject("Namespace/shop"),
    ],
)
async def test_nothing_of_other_namespaces_is_named(told: Memory, path: str) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        found = await client.get(path, headers={"Accept": "text/html"})
    assert found.status_code == 200
    assert SHOP[-1].name in found.text or "Failures by" in found.text or '"opened"' in found.text
    for word in (*OTHERS, "payments", "legacy-sync", "research", "gpu-node-4", "gpu-a1"):
        assert word not in found.text, word


async def test_numbers_are_of_what_may_be_seen(told: Memory) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        page = text_of((await client.get(f"/overview?{EVERYTHING}", headers={"Accept": "text/html"})).text)
        answer = json.loads((await client.get(f"{API}/overview?{EVERYTHING}T00:00:00Z")).text)
    assert f"{len(SHOP)} failures up to" in page
    assert answer["opened"] == sum(one["count"] for one in answer["steps"]) == len(SHOP)
    assert sum(one["count"] for one in answer["open"]) == sum(one.resolution is None for one in SHOP)
    assert answer["learned_from"] == len(SHOP)
    assert {row["latest"]["namespace"] for row in answer["recurring"]} == {"shop"}
    assert re.search("PAYMENT_API_URL", json.dumps(answer["fixes"]))  # checkout's, which is in shop
    assert all(one["tried"] <= 2 for one in answer["fixes"])


@pytest.mark.parametrize("wanted", [f"entity={quote(str(BILLING.bundle.subject))}", "tag=workload%3DNode"])
async def test_objects_and_tags_of_other_namespaces_are_as_if_there_were_none(told: Memory, wanted: str) -> None:
    nowhere = wanted.partition("=")[0] + "=Service/nowhere/x%3Dy"
    async with visiting(told, Cluster("get", "list")) as client:

        async def get(path: str) -> str:
            found = await client.get(path, headers={"Accept": "text/html"})
            assert found.status_code == 200, path
            return found.text

        async def asked(path: str, of: str) -> str:
            return (await get(path.format(of))).replace(of, "")

        for page in ("/?{}", "/?q=memory&{}", "/feed.atom?{}", f"/overview?{EVERYTHING}&{{}}", "/namespaces/shop?{}"):
            assert text_of(await asked(page, wanted)).count("\n") == text_of(await asked(page, nowhere)).count("\n")
        for path in ("incidents?{}", "search?q=memory&{}", f"overview?{EVERYTHING}T00:00:00Z&{{}}"):
            here, there = (
                json.loads(await get(f"{API}/{path.format(wanted)}")),
                json.loads(await get(f"{API}/{path.format(nowhere)}")),
            )
            assert here | {"until": ""} == there | {"until": ""}, path


async def test_of_several_namespaces_those_are_refused_that_he_may_not_list_by_their_names(told: Memory) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        family = SHOP[-1].conclusion.signature.key
        for path in ("incidents?", "overview?", "search?q=memory&", "families?", f"families/{family}?"):
            one = await client.get(f"{API}/{path}namespace=shop&namespace=shop")
            assert one.status_code == 200
            for others in (("payments",), ("payments", "media"), tuple(f"ns-{number}" for number in range(9))):
                query = "&".join(f"namespace={name}" for name in ("shop", *others))
                refused = await client.get(f"{API}/{path}{query}")
                assert refused.status_code == 403
                assert "shop" not in refused.json()["title"]
                assert all(name in refused.json()["title"] for name in others[:5])
                assert len(refused.json()["title"]) < 120


async def test_a_family_that_others_have_is_looked_for_as_one_that_nobody_has(told: Memory) -> None:
    own = {one.conclusion.signature.key for one in SHOP}
    theirs = {one.conclusion.signature.key for one in story(TENANT)} - own
    asked: dict[str, tuple[list[str], str]] = {}
    statements: list[str] = []
    engine = told.session._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    async with visiting(told, Cluster("get", "list")) as client:
        for key in (*theirs, "0123456789abcdef"):
            for path in (f"/families/{key}", f"{API}/families/{key}", f"{API}/families/{key}?namespace=shop"):
                statements.clear()
                found = await client.get(path)
                assert found.status_code == 404, path
                asked[path] = [*statements], found.text.replace(key, "")
    assert len(theirs) > 1
    for beginning in ("/families", f"{API}/families"):
        answers = [one for path, one in asked.items() if path.startswith(beginning)]
        assert answers
        assert all(one == answers[0] for one in answers)
        assert not any("opened_at" in one for one in answers[0][0])


async def test_a_timeline_of_several_is_refused_where_he_may_not_list_one_of_them(told: Memory) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        for names in ("payments,shop", "nowhere,shop", "shop,payments,nowhere"):
            for path in (of_subject(f"Namespace/{names}"), f"/namespaces/{quote(names, safe='')}"):
                refused = await client.get(path)
                assert refused.status_code == 403, path
                title = refused.text.partition("-n ")[0]
                assert "shop" not in title
                assert all(name in title for name in names.split(",") if name != "shop")


async def test_families_without_a_namespace_are_of_all_that_he_may_list_and_tell_of_no_other(told: Memory) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        named, every = [(await client.get(f"{API}/families{query}")) for query in ("?namespace=shop", "")]
        assert {place for row in every.json()["items"] for place in row["namespaces"]} == {"shop"}
        assert every.json() == named.json()
        for word in (*OTHERS, "payments", "legacy-sync", "research", "gpu-node-4", "gpu-a1"):
            assert word not in every.text, word


@pytest.mark.parametrize("verbs", [(), ("get",)])
async def test_who_may_list_nothing_is_told_which_right_is_missing(told: Memory, verbs: tuple[str, ...]) -> None:
    async with visiting(told, Cluster(*verbs)) as client:
        for path in ("/overview", "/feed.atom", f"{API}/overview", f"{API}/families"):
            found = await client.get(path)
            assert found.status_code == 403, path
            assert "list" in found.text


async def test_the_name_of_what_came_from_another_system_hides_no_namespace(untold: Memory) -> None:
    """Such a subject is called by its id, which may be an address."""
    ticket = "https://tickets.example.com/OPS/17"
    of_shop, of_bank = (f"Incident/{place}/{ticket}" for place in ("shop", "bank"))
    for place in ("shop", "bank"):
        one = SHOP[-1]
        subject = msgspec.structs.replace(one.bundle.subject, kind="Incident", namespace=place, name=ticket)
        bundle = msgspec.structs.replace(one.bundle, subject=subject)
        await untold.record(msgspec.structs.replace(one, id=place, name=place, namespace=place, bundle=bundle))
    async with visiting(untold, Cluster("get", "list")) as client:
        assert (await client.get(of_subject(of_shop))).json()["episodes"] == 1
        assert (await client.get(of_subject(of_bank))).status_code == 403
        assert (await client.get(f"/subjects/{quote(of_shop)}")).status_code == 200


async def test_a_namespace_that_may_not_be_read_is_one_that_may_not_be_asked_for(told: Memory) -> None:
    async with visiting(told, Cluster("get", "list")) as client:
        for path in (
            "/namespaces/payments",
            "/namespaces/casebook",
            "/overview?namespace=payments",
            "/feed.atom?namespace=payments",
            f"{API}/overview?namespace=payments",
            of_subject("Namespace/payments"),
        ):
            assert (await client.get(path)).status_code == 403, path
