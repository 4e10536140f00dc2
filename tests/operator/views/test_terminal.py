"""A report on a terminal: all of it, and nothing that a stranger wrote does more than stand there."""

import re

import pytest

from casebook_analyzer.report import outline, read_case
from casebook_operator.views.incident import similar_table
from casebook_operator.views.terminal import print_page
from tests.analyzer.report.pages import NOW, bundle_with, conclusion_with, incident
from tests.operator.builders import similar

HOSTILE = "\x1b[31mred\x1b[0m \x1b]8;;https://tracker.example\x07link\x1b]8;;\x07 \u202egnp.exe\u202c [bold]x[/bold]"


def printed(capsys: pytest.CaptureFixture[str], text: str) -> str:
    case = incident(bundle=bundle_with(text), conclusion=conclusion_with(text))
    print_page(outline(read_case(case, now=NOW)))
    return capsys.readouterr().out


def test_no_text_of_strangers_colours_moves_or_hides_anything(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, HOSTILE)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069]", shown)
    assert "[bold]x[/bold]" in shown


def test_a_command_to_copy_stands_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    command = "kubectl get cm x -o yaml | grep '*_[KEY]'"
    assert f"  {command}\n" in re.sub(" +\n", "\n", printed(capsys, command))


def test_every_fact_is_shown_with_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "boom")
    assert all(re.search(rf"\b{fact.id}\b", shown) for fact in bundle_with("boom").facts)


def test_what_was_deleted_stands_in_no_table_as_what_fixed_it() -> None:
    table = similar_table([similar(resolution="Deployment/shop/cart was deleted", fixed=False), similar()], NOW)
    assert [row[-1] for row in table.rows] == [
        "no fix: Deployment/shop/cart was deleted",
        "env DATABASE_URL added to container app",
    ]
