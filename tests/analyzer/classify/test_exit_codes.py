"""What exit codes say by themselves."""

import pytest

from casebook_analyzer.classify.exit_codes import ABORTED, FAULTS, TELLING, exit_code
from casebook_analyzer.models import Fact
from tests.analyzer.classify.builders import ended, log


def test_a_fault_tells_more_than_that_a_program_failed() -> None:
    assert FAULTS - {ABORTED} < TELLING
    assert not {0, 1, 2, 255} & TELLING
    assert not {126, 127, 128, 137, 143} & FAULTS


def test_that_a_program_aborts_tells_no_more_than_that_it_failed() -> None:
    assert ABORTED in FAULTS
    assert ABORTED not in TELLING


@pytest.mark.parametrize(("fact", "code"), [(ended(139), 139), (log("exit code 3"), None)])
def test_the_code_that_a_fact_tells(fact: Fact, code: int | None) -> None:
    assert exit_code(fact) == code
