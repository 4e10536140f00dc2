"""The table of what explains what holds together."""

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.cases.relations import NODE_FAULTS, NODE_RELATIONS, RELATIONS, STAGES, explains, fault_of


def test_nothing_explains_itself_by_any_detour() -> None:
    """Or neither of two failures would be opened."""
    below = {trigger: {other for other in Trigger if explains(other, trigger)} for trigger in Trigger}
    while any(below.values()):
        leaves = {trigger for trigger, causes in below.items() if not causes}
        smaller = {trigger: causes - leaves for trigger, causes in below.items()}
        assert smaller != below, f"a circle among {sorted(t for t, c in below.items() if c)}"
        below = smaller


def test_every_row_has_its_reason() -> None:
    assert all(len(row.why) > 30 for row in (*RELATIONS, *NODE_FAULTS))
    assert len({relation.symptom for relation in RELATIONS}) == len(RELATIONS)


def test_a_failure_class_of_a_node_stands_in_one_row_at_most() -> None:
    classes = [name for fault in NODE_FAULTS for name in fault.classes]
    assert len(classes) == len(set(classes))


def test_causes_of_nodes_are_no_symptoms_themselves() -> None:
    assert not set(NODE_RELATIONS) & {cause for causes in NODE_RELATIONS.values() for cause in causes}


@pytest.mark.parametrize("trigger", sorted(STAGES - {Trigger.PROBE_FAILED}))
def test_what_a_container_dies_of_is_explained_by_nothing_but_its_node(trigger: Trigger) -> None:
    assert not any(explains(other, trigger) for other in Trigger)


def test_a_class_that_takes_no_pods_down_has_no_row() -> None:
    assert fault_of("Maintenance") is None
