"""Whole pages as people on call see them. ``python -m tools.golden`` writes them anew."""

import re
from pathlib import Path

from tests.analyzer.report.pages import HEADINGS, assert_inert, headings
from tests.rows import of_every
from tools.golden.cases import carried_out
from tools.golden.reports import FILE, REPORTED, report_of


@of_every("folder", REPORTED, ids=lambda path: path.name)
def test_a_report_is_what_it_was(folder: Path) -> None:
    assert report_of(folder) == (folder / FILE).read_text(encoding="utf-8"), "python -m tools.golden"


@of_every("folder", REPORTED, ids=lambda path: path.name)
def test_a_report_is_sound(folder: Path) -> None:
    page = (folder / FILE).read_text(encoding="utf-8")
    assert_inert(page)
    assert [title for title in headings(page) if title not in HEADINGS] == []
    assert "unknown." not in page
    assert not re.search(r"\{\w+\}", page.partition("\n## Evidence\n")[0]), "a template lacks a name"


def test_there_is_a_report_of_every_category_that_a_reader_may_meet() -> None:
    assert len(REPORTED) >= 8
    assert len({carried_out(folder).expected.category for folder in REPORTED}) >= 8
