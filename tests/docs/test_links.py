"""Links between the pages lead somewhere."""

import re
from functools import cache
from pathlib import Path

from pymdownx.slugs import slugify

from tests.rows import of_every

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *(path for folder in ("charts", "docs", "e2e", "examples") for path in (ROOT / folder).rglob("*.md")),
]
LINK = re.compile(r"\]\((?!https?://|#)(?P<target>[^)#\s]+)")
ANCHOR = re.compile(r"\]\((?!https?://)(?P<target>[^)#\s]*\.md)?#(?P<anchor>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (?P<title>.+)$", re.MULTILINE)
FENCED = re.compile(r"^(`{3,}).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")


def prose(page: Path) -> str:
    """A page without its code."""
    return CODE.sub("code", FENCED.sub("", page.read_text(encoding="utf-8")))


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a page's headings are called in links, by GitHub and by the site alike."""
    called = slugify(case="lower")
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return frozenset(called(heading["title"].replace("`", ""), "-") for heading in HEADING.finditer(text))


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_has_a_target(page: Path) -> None:
    for link in LINK.finditer(prose(page)):
        assert (page.parent / link["target"]).exists(), link["target"]


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_backticks_that_looks_like_ours_exists(page: Path) -> None:
    for path in re.findall(
        r"`((?:analyzer|operator|e2e|tests|docs|crds|bench|charts|deploy|examples|tools)/[\w./-]+)`",
        page.read_text(encoding="utf-8"),
    ):
        assert (ROOT / path).exists(), path


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_anchor_is_a_heading(page: Path) -> None:
    for link in ANCHOR.finditer(prose(page)):
        target = (page.parent / link["target"]).resolve() if link["target"] else page
        assert link["anchor"] in anchors(target), link[0]
