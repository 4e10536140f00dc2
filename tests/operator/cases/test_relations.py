"""The tables of what a broken node takes down hold together."""

from casebook_operator.cases.relations import NODE_FAULTS, NODE_RELATIONS, fault_of


def test_every_fault_of_a_node_has_its_reason() -> None:
    assert all(len(row.why) > 30 for row in NODE_FAULTS)


def test_a_failure_class_of_a_node_stands_in_one_row_at_most() -> None:
    classes = [name for fault in NODE_FAULTS for name in fault.classes]
    assert len(classes) == len(set(classes))


def test_causes_of_nodes_are_no_symptoms_themselves() -> None:
    assert not set(NODE_RELATIONS) & {cause for causes in NODE_RELATIONS.values() for cause in causes}


def test_a_class_that_takes_no_pods_down_has_no_row() -> None:
    assert fault_of("Maintenance") is None
