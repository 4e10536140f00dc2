"""No page is wider than a telephone or a screen, in light or dark, whatever the longest names are."""

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from typing_extensions import override

from casebook_analyzer.memory import Memory, open_memory
from casebook_operator.kube import Object
from casebook_operator.web.address import (
    attach_path,
    erase_path,
    exhibit_path,
    family_path,
    namespace_path,
    node_path,
    report_path,
    subject_path,
)
from casebook_operator.web.app import make_app
from tests.operator.web.chromium import chromium, started, visit
from tests.operator.web.conftest import TENANT, settings_of
from tests.operator.web.long_names import NAMED, NAMESPACE, TEXT, long_story, tell_long
from tests.operator.web.past import EXHIBIT
from tests.operator.web.test_ask import Cluster
from tests.operator.web.test_browser import NARROW, WIDE, picture
from tests.operator.web.test_browser_forms import as_ana, site_of

pytestmark = [pytest.mark.browser, pytest.mark.database(filled_by=tell_long)]

EVERYTHING, SEARCH, HEAD = long_story()[-1], long_story()[10], long_story()[3]
REPORT = report_path(NAMESPACE, NAMED.name)
PAGES = {
    "/": (
        "/",
        "/?q=unbroken",
        f"/?q={TEXT}",
        f"/?subject=Pod/{quote(TEXT)}&owner={TEXT}&tag=a%3D{TEXT}&since=60d",
    ),
    "/reports/{namespace}/{name}": (
        *(report_path(one.namespace, one.name) for one in (EVERYTHING, SEARCH, HEAD, *long_story()[8:10])),
        report_path(NAMESPACE, TEXT[:253]),
    ),
    "/reports/{namespace}/{name}/document": (f"{REPORT}/document", f"{report_path('shop', SEARCH.name)}/document"),
    "/reports/{namespace}/{name}/exhibits/{digest}": (exhibit_path(NAMESPACE, NAMED.name, EXHIBIT.digest),),
    "/reports/{namespace}/{name}/feedback": (f"{REPORT}/feedback",),
    "/reports/{namespace}/{name}/attach": (attach_path(NAMESPACE, NAMED.name),),
    "/reports/{namespace}/{name}/exhibits/{digest}/erase": (erase_path(NAMESPACE, NAMED.name, EXHIBIT.digest),),
    "/families/{id}": (
        *(family_path(one.conclusion.signature.key) for one in (EVERYTHING, SEARCH)),
        family_path(TEXT[:200]),
    ),
    "/subjects/{subject:path}": tuple(subject_path(str(one.bundle.subject)) for one in (EVERYTHING, SEARCH)),
    "/nodes/{name}": (node_path(NAMED.node), node_path(long_story()[11].bundle.subject.name)),
    "/namespaces/{name}": (
        f"{namespace_path(NAMESPACE)}?since=60d",
        f"{namespace_path(NAMESPACE)}?tag=a%3D{TEXT}&entity=Pod/{TEXT}",
    ),
    "/overview": ("/overview?since=60d", f"/overview?since=60d&owner={TEXT}&entity=Pod/{quote(TEXT)}&tag=a%3D{TEXT}"),
    "/knowledge": ("/knowledge", f"/knowledge?q={TEXT[:300]}", f"/knowledge?source={TEXT[:63]}&namespace={TEXT[:63]}"),
    "/ask": (f"/ask?kind=Deployment&namespace={TEXT[:63]}&name={TEXT[:253]}", "/nothing"),
}
NO_PAGES = {"/reports/{namespace}/{name}.md", "/feed.atom"}
"""What a browser hands on to another program."""


class Open(Cluster):
    """One in which ``ana`` may do everything."""

    @override
    async def create(self, path: str, body: Object) -> Object:
        return {"status": {"allowed": True}}


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        yield memory


def test_every_page_is_looked_at(memory: Memory) -> None:
    app = make_app(memory, settings_of(), None)
    assert isinstance(app, Starlette)
    paths = {getattr(route, "path", "") for route in app.routes if "GET" in (getattr(route, "methods", None) or ())}
    pages = {path for path in paths if not path.startswith(("/api/", "/static"))}
    assert pages == PAGES.keys() | NO_PAGES


async def test_no_page_is_wider_than_its_window(memory: Memory) -> None:
    wide = []
    async with site_of(memory, Open()) as site, started(chromium()) as browser:
        page = await (await as_ana(browser)).new_page()
        for number, address in enumerate(address for addresses in PAGES.values() for address in addresses):
            await visit(page, site + address)
            for size in (NARROW, WIDE):
                await page.set_viewport_size({"width": size[0], "height": size[1]})
                for scheme in ("light", "dark"):
                    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    await picture(page, f"long-{number:02}-{size[0]}-{scheme}")
                    taken, given = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
                    if (given != size[0]) or taken > given:
                        wide.append((address[:70], size[0], scheme, taken))
    assert wide == []
