"""The feed has what the list has, for those who may see the list, and is XML whatever stands in it."""

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.models import Category, Severity
from casebook_operator.web.pages.feed import atom
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.past import story
from tests.operator.web.test_hostile import ALL

NAMES = {"a": "http://www.w3.org/2005/Atom"}
OPENED = datetime(2026, 3, 1, tzinfo=UTC)


def told(text: str | bytes, what: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(text).findall(what, NAMES)]


async def test_the_feed_has_the_list_with_its_filters(get: Get) -> None:
    found = await get("/feed.atom")
    assert found.headers["content-type"].startswith("application/atom+xml")
    assert found.headers["cache-control"] == "no-store"
    assert len(told(found.text, "a:entry/a:title")) == 14
    critical = await get("/feed.atom?severity=Critical&state=open")
    (title,) = told(critical.text, "a:entry/a:title")
    assert title.startswith("Critical: ")
    assert told(critical.text, "a:title") == [f"Casebook: {TENANT}, severity Critical, state open"]
    (gone,) = told((await get("/feed.atom?namespace=media&state=resolved")).text, "a:entry/a:summary")
    assert "Over after 1 h 35 min: RoleBinding importer-reads-config was added." in gone


async def test_a_feed_is_narrowed_by_objects_and_tags_as_the_list_is(get: Get) -> None:
    (first, *_) = story(TENANT)
    found = await get("/feed.atom", params={"entity": str(first.bundle.subject)})
    assert 0 < len(told(found.text, "a:entry")) < 14
    assert told((await get("/feed.atom?tag=zone%3Dnowhere")).text, "a:entry") == []
    assert "/feed.atom?tag=zone%3Da" in (await get("/?tag=zone%3Da")).text


async def test_an_entry_is_updated_when_its_incident_is_over(told_dsn: str, told: Memory) -> None:
    one = story(TENANT)[-1]
    async with browsing(told, settings_of(reports={"external_url": "https://casebook.example.com/"})) as get:
        feed = ET.fromstring((await get("/feed.atom?namespace=payments&state=open")).text)
        entry = feed.find("a:entry", NAMES)
        assert entry is not None
        assert entry.findtext("a:updated", "", NAMES) == entry.findtext("a:published", "", NAMES)
        link = entry.find("a:link", NAMES)
        assert link is not None
        assert link.get("href") == f"https://casebook.example.com/reports/payments/{one.name}"
        over = ET.fromstring((await get("/feed.atom?namespace=payments&state=resolved")).text)
        ended = over.findtext("a:entry/a:updated", "", NAMES)
        assert ended > over.findtext("a:entry/a:published", "", NAMES)
        assert over.findtext("a:updated", "", NAMES) == ended


async def test_without_an_address_of_its_own_links_are_paths_whatever_host_was_asked(get: Get) -> None:
    feed = ET.fromstring((await get("/feed.atom?severity=Critical")).text)
    assert all(link.get("href", "").startswith("/") for link in feed.iter(f"{{{NAMES['a']}}}link"))
    assert feed.findtext("a:id", "", NAMES) == f"urn:casebook:{TENANT}/feed.atom?severity=Critical"


async def test_what_is_no_filter_is_refused(get: Get) -> None:
    for query in ("state=stuck", "since=never"):
        assert (await get(f"/feed.atom?{query}")).status_code == 400, query


def test_whatever_stands_in_an_incident_the_feed_is_xml_and_shows_no_markup() -> None:
    bad = ALL + "\0\x0b\ufffe\ud800]]><evil/>&evil;"
    row = ListedIncident(
        id=bad.replace("\ud800", ""), namespace="shop", name="x", subject=bad, category=Category.UNKNOWN, title=bad,
        opened_at=OPENED, confidence=1, severity=Severity.INFO, family="", node="", resolution=bad,
    )  # fmt: skip
    text = atom((row, msgspec.structs.replace(row)), base="https://a.example", cluster=bad, given={"owner": "<&>"})
    root = ET.fromstring(text)
    assert {one.tag.rpartition("}")[2] for one in root.iter()} == {
        "feed", "id", "title", "updated", "author", "name", "link", "entry", "published", "category", "summary"
    }  # fmt: skip
    assert b"\x1b" not in text
    assert {one.get("href", "").partition(":")[0] for one in root.iter() if one.get("href")} == {"https"}


def test_an_empty_feed_is_one() -> None:
    assert told(atom((), base="https://a.example", cluster="c", given={}), "a:updated") == ["1970-01-01T00:00:00+00:00"]
