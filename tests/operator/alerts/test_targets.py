"""Which object an alert is about follows from its labels alone. The cases are data: ``targets/*.yaml``."""

from pathlib import Path
from typing import Any

import yaml

from casebook_operator.alerts.targets import Target, is_own, targets_of
from tests.crds.schema import SPEC
from tests.rows import of_every

FILES = sorted((Path(__file__).parent / "targets").glob("*.yaml"))
CASES = [case for file in FILES for case in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)]
KINDS = set(SPEC["properties"]["subjectRef"]["properties"]["kind"]["enum"])


def words(target: Target) -> str:
    """As the data has it: ``*maybe`` is guessed, ``*node`` the node of that pod, ``*gpu`` some GPU of it."""
    gpu = "*gpu" if target.device.classes and not target.device.names else ""
    marks = ("*maybe" if target.guessed else "", "*node" if target.node_of else "", gpu, *target.device.names)
    return " ".join(filter(None, (target.kind, target.namespace, target.name, target.container, *marks)))


@of_every("case", CASES, ids=lambda case: case["title"])
def test_labels_name_what_the_alert_is_about(case: dict[str, Any]) -> None:
    assert [words(target) for target in targets_of(case["labels"])] == case["targets"]
    assert is_own(case["labels"]) is case.get("own", False)


def test_whatever_is_named_may_be_the_subject_of_an_investigation() -> None:
    named = {target.kind for case in CASES for target in targets_of(case["labels"])}
    assert named
    assert named <= KINDS
