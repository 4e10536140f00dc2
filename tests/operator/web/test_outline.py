"""Markdown, HTML and the terminal show the sections of a report in the order of its outline, whatever that is."""

import re
import sys
from html import unescape

import pytest

from casebook_analyzer.models import CasePast, Judgement, Usage
from casebook_analyzer.report import OUTLINE, outline, read_case
from casebook_analyzer.report.blocks import Place
from casebook_analyzer.report.outline import Part
from casebook_operator.views.terminal import print_page
from tests.analyzer.report.pages import headings
from tests.operator.web.conftest import TENANT, Get
from tests.operator.web.past import EXHIBIT, NOW, story

CASE = story(TENANT)[3]
"""A resolved episode of a known family, which was judged again."""
PATH = f"/reports/{CASE.namespace}/{CASE.name}"


@pytest.fixture(params=[OUTLINE, OUTLINE[::-1]], ids=["as it is", "reversed"])
def parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Part, ...]:
    """The outline, after the one file that has its order was changed."""
    monkeypatch.setattr(sys.modules[outline.__module__], "OUTLINE", request.param)
    changed: tuple[Part, ...] = request.param
    return changed


@pytest.fixture
def order(parts: tuple[Part, ...]) -> list[str]:
    return [part.heading for part in parts]


async def headed(get: Get, path: str, tag: str) -> list[str]:
    """Headings of the outline in the order of the HTML."""
    anchors = "|".join(part.anchor for part in OUTLINE)
    found = re.findall(rf'<{tag} id="(?:{anchors})">([^<]*)</{tag}>', (await get(path)).text)
    return [unescape(one) for one in found]


async def test_what_is_read_from_top_to_bottom_follows_the_outline(get: Get, order: list[str]) -> None:
    assert headings((await get(f"{PATH}.md")).text) == order
    assert await headed(get, f"{PATH}/document", "h3") == order


async def test_each_place_of_the_page_follows_the_outline(get: Get, parts: tuple[Part, ...]) -> None:
    placed = [part.heading for place in Place for part in parts if part.place is place]
    assert await headed(get, PATH, "h2") == placed


def test_the_terminal_follows_the_outline(capsys: pytest.CaptureFixture[str], order: list[str]) -> None:
    earlier = (Judgement(number=1, replaced_at=NOW, conclusion=CASE.conclusion),)
    past = CasePast(earlier=earlier, usage=Usage(attached=1), exhibits=(EXHIBIT,))
    page = outline(read_case(CASE, now=NOW, past=past))
    print_page(page)
    lines = capsys.readouterr().out.splitlines()
    shown = [line for line in lines if line in order]
    assert shown == [heading for heading in order if heading in {section.heading for section in page.sections}]
    assert len(shown) >= len(order) - 2, "what memory knows beside the case is not here"


def test_a_section_of_which_there_is_nothing_is_left_out() -> None:
    anchors = {section.anchor for section in outline(read_case(story(TENANT)[-1], now=NOW)).sections}
    assert "resolution" not in anchors
    assert len({part.anchor for part in OUTLINE}) == len(OUTLINE)
