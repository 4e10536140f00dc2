"""What a scene on a real node must show is compared with what is there: nothing more, nothing else."""

from typing import Any

import pytest

from e2e.faults import Expected, load_faults
from e2e.faults.expected import Case, judged, names_all
from tests.rows import of_every

PLACEHOLDERS = dict.fromkeys(("NODE", "API_HOST", "DEAD_HOST", "ROOT_DIRECTORY"), "x")


def case(
    name: str = "shop-1", *, state: str = "Open", kind: str = "Deployment", device: str = "", **status: Any
) -> Case:
    told = {
        "category": "config_error",
        "summary": "The program needs DATABASE_URL.",
        "conditions": [{"type": "Succeeded", "reason": state}],
        "affectedEntities": [{"kind": "ConfigMap", "name": "settings"}],
        "causalChain": [{"text": "exit code 6"}],
    }
    subject = {"kind": kind, "name": name, "device": device}
    return {"spec": {"subjectRef": subject, "trigger": "CrashLoopBackOff"}, "status": told | status}


def test_what_is_as_expected_has_no_problems() -> None:
    expected = Expected(
        subject="Deployment/shop-1",
        category="config_error",
        trigger=["CrashLoopBackOff", "ContainerFailed"],
        entity="ConfigMap/settings",
        says=["database_url", "exit code 6"],
        unsaid="account",
        state="Recurring",
        shows={"revisions.0.why": "exit code", "relapses.count": "", "revisions.1.why": ""},
    )
    found = judged([expected], [case(state="Recurring", revisions=[{"why": "exit code 2"}])])
    assert found.complete
    assert found.problems == []


@of_every(
    "otherwise",
    [
        {"category": "software_bug"},
        {"trigger": "OOMKilled"},
        {"entity": "Secret/settings"},
        {"says": ["DATABASE_URL", "CACHE_URL"]},
        {"unsaid": "Exit Code"},
        {"state": "Resolved"},
        {"shows": {"revisions.0.why": "exit code"}},
        {"shows": {"category": ""}},
    ],
    ids=str,
)
def test_each_difference_is_told(otherwise: dict[str, Any]) -> None:
    found = judged([Expected(subject="Deployment/shop-1", **otherwise)], [case()])
    assert found.complete
    assert len(found.wrong) == 1


def test_one_more_than_expected_is_too_many() -> None:
    both = [case("shop-1"), case("shop-2")]
    assert judged([Expected(subject="Deployment/shop-*", number=2)], both).problems == []
    assert judged([Expected(subject="Deployment/shop-*")], both).surplus == (
        "Deployment/shop-2 CrashLoopBackOff (config_error, Open)",
    )
    assert judged([Expected(subject="Deployment/shop-*", number=3)], both).missing == ("1 of 3 Deployment/shop-*",)
    assert not judged([], both).complete


def test_devices_of_one_node_are_told_apart() -> None:
    devices = [case("node", kind="Node", device=device) for device in ("0000:3b:00", "0000:86:00")]
    expected = [Expected(subject="Node/node", device=device) for device in ("0000:86:00", "0000:3b:00")]
    assert judged(expected, devices).complete
    assert judged(expected, devices[:1]).missing == ("Node/node 0000:86:00",)


def test_what_another_case_explains_is_neither_expected_nor_too_many() -> None:
    handed_over = case(state="Resolved", resolution={"kind": "Explained"})
    assert judged([], [handed_over]).complete
    assert judged([Expected(subject="Deployment/shop-1")], [handed_over]).missing


def test_a_case_without_a_conclusion_is_there_and_says_nothing_yet() -> None:
    new = case() | {"status": {}}
    assert judged([Expected(subject="Deployment/shop-1")], [new]).surplus == (
        "Deployment/shop-1 CrashLoopBackOff (no conclusion, new)",
    )


def test_every_fault_can_be_read_and_says_what_it_expects() -> None:
    for fault in load_faults(PLACEHOLDERS):
        steps = [
            one for step in fault.then for one in (step.expect if isinstance(step.expect, list) else [step.expect])
        ]
        assert any(one.category for one in (*fault.expected, *steps)), fault.name
        assert fault.of_node == any(one.subject.startswith("Node/") for one in fault.expected), fault.name


@pytest.mark.parametrize(
    ("words", "text", "named"),
    [
        (["fast-ssd"], "the class Fast-SSD does not exist", True),
        (["/cache", "full|no space left"], "write /cache/index: no space left on device", True),
        (["/cache", "full|no space left"], "no space left on device", False),
        ([], "anything", True),
    ],
)
def test_a_cause_is_named_by_each_word_or_what_means_the_same(words: list[str], text: str, named: bool) -> None:
    assert names_all(words, ["The program failed.", text]) == named


def test_every_fault_whose_cause_can_be_known_has_words_that_name_it() -> None:
    without = {fault.name for fault in load_faults(PLACEHOLDERS) if not fault.names and fault.expected}
    assert without == {"exit-137"}
