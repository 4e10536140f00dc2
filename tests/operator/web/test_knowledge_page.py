"""``/knowledge``: what people wrote, for those it is for, inert, page by page, on every screen."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.models.knowledge import document_id
from casebook_operator.web.pages import knowledge
from tests.databases import Fill
from tests.operator.web.addresses import API
from tests.operator.web.chromium import chromium, started, visit
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of, tell
from tests.operator.web.served import served
from tests.operator.web.test_ask import Cluster, visiting
from tests.operator.web.test_browser import NARROW, faults_of, picture
from tests.operator.web.test_knowledge import HOSTILE

HIDDEN = "---\nnamespaces: [payments]\n---\n# Vault of payments\n\nRaise the memory limit of the vault."
OURS = "---\nalerts: [OomKilled]\nnamespaces: [shop]\n---\n# Out of memory\n\nRaise the memory limit."


async def written(memory: Memory) -> None:
    link = "https://git.example.com/{path}#L{line}"
    await memory.knowledge.sync("runbooks", [
        read_document("runbooks", "hostile.md", HOSTILE, link=link),
        read_document("runbooks", "oom.md", OURS, link=link),
        read_document("runbooks", "vault.md", HIDDEN, link=link),
    ])  # fmt: skip
    await memory.knowledge.sync("postmortems", [read_document("postmortems", "lost.md", "# The lost disk\n\nIt fell.")])


@pytest.fixture
async def shelf(told: Memory) -> Memory:
    await written(told)
    return told


async def test_documents_are_listed_by_source_and_lead_to_where_people_read_them(shelf: Memory, get: Get) -> None:
    page = (await get("/knowledge")).text
    assert page.index("The lost disk") < page.index("Out of memory")
    assert 'href="https://git.example.com/oom.md#L1" rel="noreferrer noopener"' in page
    assert "4 documents." in page
    assert "oomkilled" in page
    only = (await get("/knowledge?source=postmortems")).text
    assert "The lost disk" in only
    assert "Out of memory" not in only
    assert 'href="/knowledge"' in (await get("/")).text


async def test_a_text_finds_the_best_passage_of_each_document(shelf: Memory, get: Get) -> None:
    page = (await get("/knowledge?q=raise+the+memory+limit")).text
    assert "runbooks/oom.md:" in page
    assert "Raise the memory limit." in page
    assert "No passage fits" in (await get("/knowledge?q=zebra")).text
    of_source = (await get("/knowledge?q=raise+the+memory+limit&source=postmortems")).text
    assert "oom.md" not in of_source
    assert '<option value="postmortems" selected>' in of_source


async def test_a_reader_sees_what_is_for_him_and_no_number_of_the_rest(shelf: Memory) -> None:
    async with visiting(shelf, Cluster("get", "list")) as client:
        for path in ("/knowledge", "/knowledge?q=raise+the+memory+limit", "/knowledge?namespace=shop"):
            page = (await client.get(path, headers={"Accept": "text/html"})).text
            assert "Out of memory" in page, path
            assert "ault" not in page.replace("default", ""), path
            assert "4 documents" not in page, path
            assert "payments" not in page, path
        assert (await client.get("/knowledge?namespace=payments")).status_code == 403
    async with visiting(shelf, Cluster("get")) as client:
        assert (await client.get("/knowledge")).status_code == 403


async def test_the_api_lists_to_a_reader_what_is_for_him_and_no_number_of_the_rest(shelf: Memory) -> None:
    vaults = [read_document("vaults", "a.md", HIDDEN), read_document("vaults", "b.md", HIDDEN.replace("[", "[shop, "))]
    await shelf.knowledge.sync("vaults", vaults)
    hidden = document_id("runbooks", "vault.md")
    async with visiting(shelf, Cluster("get", "list")) as client:
        for query, number in {"": 4, "?text=vault": 1, "?source=vaults": 1, "?namespace=shop&limit=1": 4}.items():
            found = await client.get(f"{API}/knowledge/documents{query}")
            assert {"a.md", "vault.md"}.isdisjoint(one["path"] for one in found.json()["items"]), query
            assert "payments" not in found.text.replace("Vault of payments", ""), query
            assert found.json()["count"] == number, query
        assert (await client.get(f"{API}/knowledge/documents?cursor={hidden}")).status_code == 400
        assert (await client.get(f"{API}/knowledge/documents?namespace=payments")).status_code == 403
    async with visiting(shelf, Cluster("get")) as client:
        assert (await client.get(f"{API}/knowledge/documents")).status_code == 403


async def test_whatever_somebody_wrote_is_text(shelf: Memory, get: Get) -> None:
    for path in ("/knowledge", "/knowledge?q=delete+the+namespace", "/knowledge?q=%3Cscript%3Ealert(1)%3C/script%3E"):
        page = (await get(path)).text
        for text in ("<script>alert", "<img", 'href="javascript', "\x1b"):
            assert text not in page, (path, text)
    assert "&lt;script&gt;alert(1)" in (await get("/knowledge")).text


async def test_an_empty_shelf_says_how_it_is_filled(told: Memory, get: Get) -> None:
    assert "casebook knowledge sync DIRECTORY" in (await get("/knowledge")).text


async def test_documents_come_in_pages(shelf: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "DOCUMENTS", 3)
    async with browsing(shelf, settings_of()) as get:
        first = (await get("/knowledge")).text
        (address,) = re.findall(r'href="(/knowledge\?after=[0-9a-f]+)" rel="next"', first)
        second = (await get(address)).text
        assert "Vault of payments" in second
        assert "The lost disk" not in second
        assert 'rel="next"' not in second
        assert (await get("/knowledge?after=x")).status_code == 400


async def _told_with_knowledge(dsn: str) -> None:
    await tell(dsn)
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        await written(memory)


@pytest.fixture
def site(template_of: Callable[[Fill], str], new_database: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with (
        new_database(template=template_of(_told_with_knowledge)) as dsn,
        served(CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server,
    ):
        yield server.url


@pytest.mark.browser
async def test_it_fits_a_telephone_and_shuts_nobody_out_in_light_and_dark(site: str) -> None:
    async with started(chromium()) as browser:
        page = await (await browser.new_context(viewport={"width": NARROW[0], "height": NARROW[1]})).new_page()
        for name, path in (("list", "/knowledge"), ("found", "/knowledge?q=raise+the+memory+limit")):
            await visit(page, site + path)
            assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW[0], path
            for scheme in ("light", "dark"):
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                await picture(page, f"knowledge-{name}-{scheme}")
                assert await faults_of(page) == [], (path, scheme)
