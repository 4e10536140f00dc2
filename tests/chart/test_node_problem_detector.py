"""The rules for node-problem-detector: what each kernel line becomes, and that Casebook reads it as that."""

import json
from pathlib import Path
from typing import Any

import re2
import yaml

from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import load_taxonomy
from tests.rows import of_every
from tools.places import CHART

FILES = sorted((CHART / "files" / "node-problem-detector").glob("*.json"))
MONITORS: list[dict[str, Any]] = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
RULES = [rule for monitor in MONITORS for rule in monitor["rules"]]
LINES = yaml.load((Path(__file__).parent / "kernel-lines.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
FAULTS = {"GpuFault", "NvswitchFault", "PcieFault"}
OF_DEVICES = {"XidCriticalError", "PcieAerError"}
HARDWARE = frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR, Category.DRIVER_ISSUE})


def matching(line: str) -> list[tuple[str | None, str]]:
    """node-problem-detector wants a match to reach the end of what it has buffered."""
    found = [rule for rule in RULES if re2.search(f"(?:{rule['pattern']})\\z", line)]
    return [(rule.get("condition"), rule["reason"]) for rule in found]


@of_every("case", LINES, ids=lambda case: case["line"])
def test_a_line_becomes_one_thing_or_none(case: dict[str, str]) -> None:
    """What breaks a device becomes an Event, too: the condition keeps the first device's line as long as it is bad."""
    expected = [(case.get("condition"), case["reason"])] if "reason" in case else []
    found = matching(case["line"])
    assert [one for one in found if one[1] not in FAULTS] == expected
    assert len(found) - len(expected) == (case.get("condition") in OF_DEVICES)


def test_every_rule_but_those_of_single_xids_has_an_example() -> None:
    shown = {case.get("reason") for case in LINES} | FAULTS
    assert {rule["reason"] for rule in RULES if not rule["reason"].startswith("Xid")} <= shown


def test_every_known_xid_is_told_and_what_breaks_the_node_is_a_condition() -> None:
    for number, xid in load_taxonomy().xids.items():
        found = matching(f"NVRM: Xid (PCI:0000:3b:00): {number}, pid=1")
        assert len([reason for _, reason in found if reason not in FAULTS]) <= 1
        if any(condition for condition, _ in found):
            assert (None, "GpuFault") in found
            assert xid.category in HARDWARE
            assert not xid.consequence


def test_casebook_knows_every_condition_and_that_true_is_bad() -> None:
    conditions = load_taxonomy().conditions
    for monitor in MONITORS:
        (declared,) = monitor["conditions"]
        rule = conditions.rule_for(declared["type"])
        assert rule is not None
        assert [str(status) for status in rule.bad_status] == ["True"]
        used = {rule["condition"] for rule in monitor["rules"] if rule["type"] == "permanent"}
        assert used == {declared["type"]}


def test_reasons_are_words_that_kubernetes_takes() -> None:
    for rule in RULES:
        assert re2.fullmatch(r"[A-Z][A-Za-z0-9]{2,60}", rule["reason"])
