"""What programs really said, and what it must be taken for: ``said`` holds it, near misses among it.

Each file names the program and its version. That program wrote the words, with one fault at a time.
"""

from pathlib import Path

import msgspec

from casebook_analyzer.models import Category
from tests.analyzer.crashes import concluded_from_log
from tests.rows import of_every

SAID = Path(__file__).parent / "said"


class Case(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    log: str
    code: int | None
    """None of a program that runs on."""
    category: Category
    rule: str = ""
    """The one that decides."""
    names: tuple[str, ...] = ()
    """What the summary must say; of ``a|b`` either."""
    why: str = ""


class File(msgspec.Struct, forbid_unknown_fields=True):
    of: str
    cases: list[Case]


CASES = {
    f"{path.stem} {case.name}": case
    for path in sorted(SAID.glob("*.yaml"))
    for case in msgspec.yaml.decode(path.read_bytes(), type=File).cases
}


@of_every("name", CASES)
def test_what_a_program_said_is_taken_for_what_it_was(name: str) -> None:
    case = CASES[name]
    found = concluded_from_log(case.log, case.code)
    assert found.category is case.category, (found.rules, found.summary)
    assert not case.rule or found.rules[0] == case.rule, (found.rules, found.summary)
    assert [words for words in case.names if not _told(words, found.summary)] == [], found.summary


def _told(words: str, summary: str) -> bool:
    return any(either in summary for either in words.split("|"))
