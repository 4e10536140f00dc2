"""What fuzzing found stays mended: every case is read again. ``make fuzz`` puts new ones into ``cases``."""

from pathlib import Path

import pytest

from tests.rows import of_every
from tools.fuzz.entries import ENTRIES, Entry, survives

CASES = Path(__file__).parent / "cases"
BY_NAME = {entry.name: entry for entry in ENTRIES}
FOUND = sorted(path for path in CASES.glob("*/*") if path.is_file())


@pytest.mark.parametrize("case", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_case_is_a_case_no_more(case: Path) -> None:
    survives(BY_NAME[case.parent.name], case.read_bytes())


@of_every("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_fuzzing_begins_with_is_read(entry: Entry) -> None:
    seeds = list(entry.seeds())
    assert seeds
    for seed in seeds[:3]:
        survives(entry, seed)
