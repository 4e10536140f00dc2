"""What others wrote is text: in every place of every page."""

import re
from collections.abc import AsyncIterator
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from casebook_analyzer.memory import open_memory
from casebook_analyzer.models import Feedback, FeedbackSource, Incident, Verdict
from casebook_analyzer.report.blocks import Citation, Code, Strong
from casebook_operator.web.spans import html_of
from tests.operator.web.addresses import API, LIST, of_incident, of_report, of_subject
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.everywhere import Named, incident_saying
from tests.operator.web.past import EXHIBIT, NOW
from tests.rows import of_every

HOSTILE = (
    "<script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "</bdi></li></ul><svg onload=alert(1)>",
    "[click](javascript:alert(1)) ![x](https://tracker.example/x.png) <https://tracker.example>",
    "\x1b[31mred\x1b[0m \x1b]8;;https://tracker.example\x07link\x1b]8;;\x07",
    "\u202egnp.exe\u202c \u2066hidden\u2069 \u200bzero",
    "{{ 7411 * 9931 }} {% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %} ${7411*9931}",
    "'\" onmouseover=alert(1) x='",
    "--><!--<style>body{display:none}</style>",
)
ALL = " ".join(HOSTILE)
NAMED = Named(namespace="shop", name="hostile", subject=HOSTILE[0], node=HOSTILE[1], other=HOSTILE[7])


@cache
def hostile_incident() -> Incident:
    return incident_saying(ALL, NAMED)


async def tell_hostile(dsn: str) -> None:
    one = hostile_incident()
    word = Feedback(
        verdict=Verdict.CORRECTED, cause=ALL, fix=ALL, note=ALL, author=ALL, source=FeedbackSource.COMMAND, given_at=NOW
    )
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        await memory.record(one)
        await memory.give_feedback(one.id, word)
        await memory.exhibits.attach(one.id, msgspec.structs.replace(EXHIBIT, name=ALL, author=ALL, lines=HOSTILE))


pytestmark = pytest.mark.database(filled_by=tell_hostile)


@pytest.fixture
async def get(dsn: str) -> AsyncIterator[Get]:
    async with (
        open_memory(dsn, tenant=TENANT, embedder=None) as memory,
        browsing(memory, settings_of()) as get,
    ):
        yield get


PAGES = (
    "/",
    f"/?q={quote(HOSTILE[0])}",
    "/reports/shop/hostile",
    "/reports/shop/hostile/document",
    f"/subjects/Deployment/shop/{quote(HOSTILE[0], safe='')}",
    f"/nodes/{quote(HOSTILE[1], safe='')}",
    f"/families/{hostile_incident().conclusion.signature.key}",
    f"/?namespace={quote(ALL)}",
    f"/?subject={quote(ALL)}&owner={quote(ALL)}",
    "/overview?since=1970-01-01",
    f"/overview?since=1970-01-01&owner={quote(ALL)}",
    "/namespaces/shop?since=1970-01-01",
    f"/namespaces/{quote(HOSTILE[0], safe='')}",
    f"/?category={quote(ALL)}",
    f"/reports/{quote(HOSTILE[0], safe='')}/{quote(HOSTILE[1], safe='')}",
)


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069]")
HOSTILE_REPORT = of_report("shop", "hostile")[0]
PROGRAMS = (
    *of_incident(hostile_incident()),
    *of_report(HOSTILE[0], HOSTILE[1]),
    of_subject(f"Deployment/shop/{HOSTILE[0]}"),
    f"{API}/search?q={quote(HOSTILE[5])}",
    f"{LIST}?entity={quote(ALL[:400])}&tag={quote(HOSTILE[6])}",
    f"{LIST}?category={quote(ALL)}",
    f"{LIST}?{quote(HOSTILE[4])}=1",
    f"{LIST}?cursor={quote(HOSTILE[5])}",
    f"{API}/families/{quote(HOSTILE[5], safe='')}",
)


@of_every("path", PAGES)
async def test_nothing_of_it_becomes_a_tag_an_attribute_or_a_link(get: Get, path: str) -> None:
    page = (await get(path)).text
    tags = re.findall(r"<[a-z!/][^>]*>", page)
    for tag in tags:
        outside = re.sub(r'"[^"]*"', '""', tag)
        assert "onerror" not in outside, tag
        assert "onload" not in outside, tag
        assert "onmouseover" not in outside, tag
        assert "<style" not in tag
    assert page.count("<script") == 1
    for link in re.findall(r'(?:href|src|action)="([^"]*)"', page):
        assert unescape(link).startswith(("/", "#")) or link == "", link


@of_every("path", PAGES)
async def test_no_control_moves_or_hides_text(get: Get, path: str) -> None:
    assert not CONTROLS.search((await get(path)).text)


@of_every("path", PROGRAMS)
async def test_programs_get_the_same_text_as_json_and_nothing_that_a_browser_would_run(get: Get, path: str) -> None:
    found = await get(path, headers={"Accept": "text/html"})
    assert found.headers["content-type"] in ("application/json", "application/problem+json")
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["content-security-policy"].startswith("default-src 'none'")
    for text in texts_of(found.json()):
        assert not CONTROLS.search(text)
        assert "\n" not in text
    if path.startswith((f"{HOSTILE_REPORT}/facts", f"{API}/timelines")) or path == HOSTILE_REPORT:
        assert "<script>document.title='taken'</script>" in " ".join(texts_of(found.json()))


def texts_of(value: Any) -> list[str]:
    """Every text of an answer, keys among them."""
    match value:
        case str():
            return [value]
        case dict():
            return [text for pair in value.items() for one in pair for text in texts_of(one)]
        case list():
            return [text for one in value for text in texts_of(one)]
        case _:
            return []


async def test_templates_in_texts_stay_as_they_are(get: Get) -> None:
    page = unescape((await get("/reports/shop/hostile")).text)
    assert "{{ 7411 * 9931 }}" in page
    assert str(7411 * 9931) not in page


async def test_the_text_itself_is_all_there(get: Get) -> None:
    page = unescape((await get("/reports/shop/hostile")).text)
    assert "<script>document.title='taken'</script>" in page
    assert "red link" in page


@of_every("text", HOSTILE)
def test_no_span_of_a_text_becomes_a_tag_of_its_own(text: str) -> None:
    html = str(html_of((text, Strong(text), Code(text), Citation((text,))), known=[]))
    assert set(re.findall(r"<[^>]*>", html)) <= {
        "<strong>", "</strong>", "<code>", "</code>", '<span class="fid">', "</span>",
    }  # fmt: skip
