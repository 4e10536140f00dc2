"""What befell a machine after a program of it had begun to fail is not the cause of what went on before."""

import pytest

from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.models import Fact
from tests.analyzer.classify.builders import NODE, at, bundle, fact, log

LATER = 120


def line(seconds: float = LATER, **attributes: str) -> Fact:
    return fact("kernel", "nvme nvme0: I/O timeout", time=at(seconds), pattern="nvme-failure", **attributes)


def of_agent(seconds: float = LATER) -> Fact:
    told = fact("event", "nvme0 is sick", time=at(seconds), type="Warning", reason="BlockDeviceIOError")
    return Fact(**{name: getattr(told, name) for name in told.__struct_fields__} | {"entity": NODE})


def counts(of: Fact, *others: Fact, code: int | None = 1, node: bool = False) -> bool:
    made = bundle(*others, of, node=node, signal={"exit_code": code})
    return made.facts[-1] in eligible_facts(made)


@pytest.mark.parametrize("told", [line(), of_agent()])
def test_a_device_that_failed_later_explains_no_program_that_ended_by_itself(told: Fact) -> None:
    assert not counts(told, log("no such tenant"))


@pytest.mark.parametrize("seconds", [-60, 0, 59])
def test_one_that_failed_before_or_by_then_does(seconds: float) -> None:
    assert counts(line(seconds), log("no such tenant"))
    assert counts(of_agent(seconds), log("no such tenant"))


@pytest.mark.parametrize(
    "words", ["read /data/0001: input/output error", "CUDA error: unspecified launch failure", "Segmentation fault"]
)
def test_a_program_that_speaks_of_a_device_may_have_met_it_before_anybody(words: str) -> None:
    assert counts(line(), log(words))


@pytest.mark.parametrize("code", [135, 137, 139, None])
def test_so_may_one_that_the_kernel_ended_or_that_runs(code: int | None) -> None:
    assert counts(line(), log("no such tenant"), code=code)


def test_a_line_about_a_process_and_a_case_of_the_node_are_not_about_this() -> None:
    assert counts(line(process="checkout"), log("no such tenant"))
    assert counts(line(), node=True)
