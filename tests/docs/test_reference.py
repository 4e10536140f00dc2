"""The reference pages say what the code and the CRDs say."""

from pathlib import Path

import pytest

from tests.docs import cli_page, crd_pages, settings_page


def test_the_page_on_settings_is_settings_py() -> None:
    written = settings_page.PAGE.read_text(encoding="utf-8")
    assert written == settings_page.render(), "write it anew: python -m tests.docs.settings_page"


def test_no_page_names_the_home_of_whoever_wrote_it() -> None:
    assert str(Path.home()) not in settings_page.render() + cli_page.render()


def test_the_page_on_commands_is_their_help() -> None:
    written = cli_page.PAGE.read_text(encoding="utf-8")
    assert written == cli_page.render(), "write it anew: python -m tests.docs.cli_page"


@pytest.mark.parametrize("page", crd_pages.pages(), ids=lambda page: page.stem)
def test_the_pages_on_resources_are_the_crds(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    assert written == crd_pages.pages()[page], "write it anew: python -m tests.docs.crd_pages"
