"""Texts that look like a saying of a dialect and mean something else: no rule of that program decides by them.

An info line, a try that succeeded later, a client's error in the log of its server, a setting of that name.
"""

from pathlib import Path

import msgspec

from casebook_analyzer.classify.passed import passed
from casebook_analyzer.evidence import sample_log
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Passing
from casebook_analyzer.taxonomy.dialects import rule_id, shipped_dialects, shipped_passing
from casebook_analyzer.taxonomy.patterns import pattern_problem
from tests.analyzer.crashes import POD, concluded_from_log
from tests.rows import of_every

ALIKE = Path(__file__).parent / "alike"
DIALECTS = {dialect.program: dialect for dialects in shipped_dialects().values() for dialect in dialects}
FEWEST_TRUE, FEWEST_ALIKE = 2, 1


class Alike(msgspec.Struct, forbid_unknown_fields=True):
    """A log, and the saying that it looks like."""

    of: str
    why: str
    log: str
    code: int = 1
    category: Category = Category.UNKNOWN
    """What it means by itself, or by what stands beside it."""


class Program(msgspec.Struct, forbid_unknown_fields=True):
    program: str
    alike: list[Alike]


class File(msgspec.Struct, forbid_unknown_fields=True):
    dialects: list[Program]


FILES = {path.name: msgspec.yaml.decode(path.read_bytes(), type=File).dialects for path in sorted(ALIKE.glob("*.yaml"))}
CASES = {
    f"{of.program} {number} {case.of}": (of.program, case)
    for found in FILES.values()
    for of in found
    for number, case in enumerate(of.alike)
}


@of_every("name", CASES)
def test_what_looks_like_a_saying_and_means_something_else_is_not_taken_for_it(name: str) -> None:
    program, case = CASES[name]
    found = concluded_from_log(case.log, case.code)
    assert found.category is case.category, (found.rules, found.confidence, found.summary)
    of_program = {rule_id(DIALECTS[program], saying) for saying in DIALECTS[program].sayings}
    assert case.category is Category.UNKNOWN or found.rules[0] not in of_program, (found.rules, found.summary)


def test_every_program_has_two_golden_texts_and_a_near_miss_of_one_of_them() -> None:
    golden = {program: len(dialect.sayings) for program, dialect in DIALECTS.items()}
    assert [program for program, number in golden.items() if number < FEWEST_TRUE] == []
    alike = {of.program: len(of.alike) for found in FILES.values() for of in found}
    assert [program for program in DIALECTS if alike.get(program, 0) < FEWEST_ALIKE] == []


def test_near_misses_stand_in_the_file_of_their_program_and_are_of_a_saying_that_it_has() -> None:
    programs = {name: [dialect.program for dialect in dialects] for name, dialects in shipped_dialects().items()}
    assert {name: [of.program for of in found] for name, found in FILES.items()} == programs
    sayings = {program: {one.id or one.means for one in dialect.sayings} for program, dialect in DIALECTS.items()}
    assert [name for name, (program, case) in CASES.items() if case.of not in sayings[program]] == []


@of_every("row", shipped_passing(), ids=lambda row: row.until[0] if row.until else row.text[0])
def test_by_what_a_trouble_is_over_or_a_clients_stands_in_a_near_miss(row: Passing) -> None:
    assert [pattern_problem(text) for text in (*row.text, *row.until) if pattern_problem(text)] == []
    assert any(passed(facts_of(case.log), (row,)).over for _, case in CASES.values())


def facts_of(log: str) -> list[Fact]:
    said = sample_log(log.encode(), container="app", which="previous", pod=POD, source="log").facts
    return [msgspec.structs.replace(fact, id=f"F{number}") for number, fact in enumerate(said)]
