"""Every trigger of every kind of subject is over by a state, and every state is looked at."""

import pytest
import yaml

from casebook_analyzer.models import Trigger
from casebook_operator.cases.health import JUDGES
from casebook_operator.cases.over import KINDS, Over, over_by
from tests.rows import of_every
from tools.places import CRDS

CRD = yaml.safe_load((CRDS / "investigations.yaml").read_text(encoding="utf-8"))
SPEC = CRD["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]

WITHOUT_AN_OBJECT = {Over.NOTHING_HELD_BACK, Over.NOBODY_HANGS_ON_IT}
SILENCE = {
    (Trigger.KERNEL_LINE, "Node"): Over.NO_NEW_LINE,
    (Trigger.OVERFLOW, "Namespace"): Over.NOTHING_HELD_BACK,
}
"""Where nobody complaining has to do, because Kubernetes has no state. A new pair here needs its reason in the row."""


def test_the_kinds_are_those_that_an_investigation_may_be_about() -> None:
    assert set(SPEC["subjectRef"]["properties"]["kind"]["enum"]) == KINDS


@of_every("trigger", Trigger)
def test_every_trigger_of_every_kind_is_over_by_a_state(trigger: Trigger) -> None:
    for kind in KINDS:
        over = over_by(trigger, kind)
        assert over in JUDGES or over in WITHOUT_AN_OBJECT
        silent = over in SILENCE.values()
        assert silent == ((trigger, kind) in SILENCE), f"{trigger} of {kind} is over by silence alone"


def test_every_state_is_of_some_use() -> None:
    assert {over_by(trigger, kind) for trigger in Trigger for kind in KINDS} == set(Over)
    assert JUDGES.keys() == set(Over) - WITHOUT_AN_OBJECT


def test_a_kind_that_no_investigation_can_be_about_has_no_state() -> None:
    with pytest.raises(KeyError):
        over_by(Trigger.MANUAL, "ConfigMap")
