"""Fields of objects that strangers wrote: what is not of its type is as if it were not there."""

from typing import Any

import pytest

from casebook_operator.kube.objects import (
    condition_of,
    conditions_of,
    container_statuses,
    controller_of,
    mapping,
    mappings,
    number,
    terminated,
    text,
)

ODD: list[Any] = [None, 7, "text", [], {}, [None, 7, {"type": "Ready"}], {"a": []}, True, 1.5]


@pytest.mark.parametrize("odd", ODD)
def test_a_value_of_another_type_is_empty(odd: Any) -> None:
    assert mapping(odd) == (odd if isinstance(odd, dict) else {})
    assert text(odd) == (odd if isinstance(odd, str) else "")
    assert number(odd) == (7 if odd == 7 else 0)
    assert list(mappings(odd)) == ([{"type": "Ready"}] if isinstance(odd, list) and odd else [])


@pytest.mark.parametrize("odd", ODD)
def test_odd_objects_have_no_conditions_statuses_ends_or_owners(odd: Any) -> None:
    for obj in ({"status": odd}, {"status": {"conditions": odd, "containerStatuses": odd}}, {"metadata": odd}):
        assert all(isinstance(found, dict) for found in (*conditions_of(obj), *container_statuses(obj)))
        assert controller_of(obj) is None
    assert terminated({"state": odd}, "state") == {}
    assert controller_of({"metadata": {"ownerReferences": odd}}) is None


def test_a_condition_is_found_by_its_type() -> None:
    obj = {"status": {"conditions": [{"type": "Ready", "status": "True"}, {"type": "Other"}]}}
    assert condition_of(obj, "Ready") == {"type": "Ready", "status": "True"}
    assert condition_of(obj, "Missing") == {}
