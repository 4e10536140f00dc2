"""The reference pages say what the code and the CRDs say."""

from pathlib import Path

import pytest

from tools.docs import api, commands, evidence, recovery, resources, settings


def test_the_page_on_settings_is_settings_py() -> None:
    written = settings.PAGE.read_text(encoding="utf-8")
    assert written == settings.render(), "run `make docs`"


def test_no_page_names_the_home_of_whoever_wrote_it() -> None:
    assert str(Path.home()) not in settings.render() + commands.render()


def test_the_page_on_commands_is_their_help() -> None:
    written = commands.PAGE.read_text(encoding="utf-8")
    assert written == commands.render(), "run `make docs`"


def test_the_page_on_evidence_tells_of_every_collector_what_it_declares() -> None:
    written = evidence.PAGE.read_text(encoding="utf-8")
    assert written == evidence.render(), "run `make docs`"


def test_the_page_on_recovery_has_every_trigger_and_kind() -> None:
    written = recovery.PAGE.read_text(encoding="utf-8")
    assert written == recovery.render(), "run `make docs`"


@pytest.mark.parametrize("page", resources.pages(), ids=lambda page: page.stem)
def test_the_pages_on_resources_are_the_crds(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    assert written == resources.pages()[page], "run `make docs`"


@pytest.mark.parametrize("page", api.pages(), ids=lambda page: page.name)
def test_the_pages_on_the_api_are_its_operations(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == api.pages()[page], "run `make docs`"
