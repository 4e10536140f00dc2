"""Logs are hostile text, and pods vanish while they are read."""

from typing import Any

import pytest

from e2e.demo import workloads
from e2e.demo.world import World, state_of

pytestmark = pytest.mark.usefixtures("node", "light")


def test_50_mb_of_escapes_and_binary_become_a_bounded_clean_report(here: World) -> None:
    flood = workloads.container("app", "spam", "--bytes", "50000000", "--ansi", "--binary")
    here.apply(workloads.deployment("media", "flood", flood))
    case = here.case("media", "flood")
    assert case["status"]["category"] == "unknown" or case["status"]["alternatives"], "noise makes nobody sure"
    # No gap is owed: kubelet rotates logs at 10 MB, and what it threw away nobody can tell.
    report = here.report(case)
    assert not [character for character in report if ord(character) < 32 and character != "\n"]
    assert len(report) < 200_000


def test_a_pod_that_is_deleted_while_it_is_read_is_a_case_all_the_same(here: World) -> None:
    here.apply(workloads.pod("media", "fleeting", workloads.container("app", "exit", "--code", "3", "--after", "1s")))
    here.wait("the Investigation", lambda: of(here, "fleeting"))
    here.kubectl("delete", "pod", "-n", "media", "fleeting", "--force", "--grace-period=0")
    here.wait("a conclusion", lambda: state_of(of(here, "fleeting") or {}) or None)


def of(here: World, name: str) -> dict[str, Any] | None:
    cases = here.investigations("media")
    return next((case for case in cases if case["spec"]["subjectRef"]["name"] == name), None)
