"""The site is built without a warning, and needs nothing from elsewhere, neither to be built nor to be read."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typing_extensions import override

ROOT = Path(__file__).parents[2]
LOADS = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")


class Loaded(HTMLParser):
    """What a browser fetches for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in LOADS and given.get("rel") not in {"next", "prev", "canonical"}:
            self.found.append(given.get(LOADS[tag]) or "")


def build(site: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site), *more]
    environment = os.environ | NO_NETWORK | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_links_that_lead_nowhere_stop_the_build_and_each_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = "# Home\n\n[to a page](nowhere.md)\n\n[to a heading](#elsewhere)\n"
    (tmp_path / "docs" / "index.md").write_text(text, encoding="utf-8")
    config = {"INHERIT": str(ROOT / "mkdocs.yml"), "docs_dir": "docs", "hooks": [], "nav": ["index.md"]}
    (tmp_path / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    done = build(tmp_path / "site", "--config-file", str(tmp_path / "mkdocs.yml"))
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "Aborted with 2 warnings in strict mode" in said
    assert "'nowhere.md'" in said
    assert "'#elsewhere'" in said


def test_every_page_is_there(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    built = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    assert {page.parent / "index" if page.name == "README" else page for page in pages} <= built


def test_a_browser_fetches_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = Loaded()
        loaded.feed(page.read_text(encoding="utf-8"))
        assert not [link for link in loaded.found if re.match(r"(?:https?:)?//", link)], page.name


def test_no_style_fetches_anything_from_elsewhere(site: Path) -> None:
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style.name


def test_tables_and_code_are_rendered(site: Path) -> None:
    text = (site / "concepts.html").read_text(encoding="utf-8")
    assert "<table>" in text
    assert "|---|" not in text


def test_every_decision_is_in_their_list(site: Path) -> None:
    listed = (site / "decisions" / "index.html").read_text(encoding="utf-8")
    notes = list((ROOT / "docs" / "decisions").glob("20*.md"))
    assert notes
    assert not [note.stem for note in notes if f'href="{note.stem}.html"' not in listed]
