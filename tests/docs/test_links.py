"""Links between the pages lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "e2e").rglob("*.md")]
LINK = re.compile(r"\]\((?!https?://|#)(?P<target>[^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_has_a_target(page: Path) -> None:
    for link in LINK.finditer(page.read_text(encoding="utf-8")):
        assert (page.parent / link["target"]).exists(), link["target"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_backticks_that_looks_like_ours_exists(page: Path) -> None:
    for path in re.findall(
        r"`((?:analyzer|operator|e2e|tests|docs|crds|bench)/[\w./-]+)`", page.read_text(encoding="utf-8")
    ):
        assert (ROOT / path).exists(), path
