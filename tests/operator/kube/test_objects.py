"""What is read of every object, however strange it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given

from casebook_operator.kube import objects
from tests.operator.kube.strange import ANY_OBJECT

TEXTS = (objects.name_of, objects.namespace_of, objects.uid_of)
MAPPINGS = (
    objects.metadata_of,
    objects.spec_of,
    objects.status_of,
    objects.template_spec,
    objects.labels_of,
    objects.annotations_of,
    objects.template_labels,
)
TIMES = (objects.created_at, objects.status_written_at, objects.spec_written_at, objects.transition_of)


@given(ANY_OBJECT)
def test_whatever_an_object_says_what_is_read_has_the_stated_type(obj: Any) -> None:
    assert all(isinstance(read(obj), str) for read in TEXTS)
    assert all(isinstance(read(obj), dict) for read in MAPPINGS)
    assert all(isinstance(read(obj), datetime | None) for read in TIMES)
    assert all(isinstance(found, dict) for found in (*objects.conditions_of(obj), *objects.managed_fields(obj)))
    assert isinstance(objects.condition_of(obj, "Ready"), dict)
    assert isinstance(objects.condition_status(obj, "Ready"), str)
    assert isinstance(objects.being_deleted(obj), bool)
    assert isinstance(objects.controller_of(obj), dict | None)
    assert isinstance(objects.refers_to(objects.controller_of(obj), obj), bool)


@pytest.mark.parametrize("read", [objects.labels_of, objects.annotations_of])
def test_labels_are_texts(read: Callable[[Any], dict[str, str]]) -> None:
    odd = {"app": "web", "tier": None, "replicas": 3}
    assert read({"metadata": {"labels": odd, "annotations": odd}}) == {"app": "web"}


def test_a_condition_is_found_by_its_type() -> None:
    obj = {"status": {"conditions": [None, {"status": "True"}, {"type": "Ready", "status": "True"}, {"type": "Other"}]}}
    assert objects.condition_of(obj, "Ready") == {"type": "Ready", "status": "True"}
    assert objects.condition_of(obj, "Missing") == {}
    assert objects.condition_status(obj, "Ready") == "True"
    assert objects.condition_status(obj, "Missing") == ""
    assert [condition["type"] for condition in objects.conditions_of(obj)] == ["Ready", "Other"]


def test_the_status_and_the_rest_are_dated_by_who_wrote_them() -> None:
    entries = [
        {"time": "2026-03-04T05:00:00Z"},
        {"time": "2026-03-04T06:00:00Z", "subresource": "scale"},
        {"time": "2026-03-04T07:00:00Z", "subresource": "status"},
        {"time": "then", "subresource": "status"},
        "kubectl",
    ]
    obj = {"metadata": {"managedFields": entries}}
    assert objects.status_written_at(obj) == datetime(2026, 3, 4, 7, tzinfo=UTC)
    assert objects.spec_written_at(obj) == datetime(2026, 3, 4, 6, tzinfo=UTC)
    assert objects.status_written_at({}) is None


def test_a_reference_is_to_the_object_with_its_uid_and_without_uids_to_that_of_its_kind_and_name() -> None:
    pod = {"kind": "Pod", "metadata": {"name": "web-1", "uid": "u-1"}}
    assert objects.refers_to({"kind": "Pod", "name": "other", "uid": "u-1"}, pod)
    assert not objects.refers_to({"kind": "Pod", "name": "web-1", "uid": "u-2"}, pod)
    assert objects.refers_to({"kind": "Pod", "name": "web-1"}, pod)
    assert not objects.refers_to({"kind": "Node", "name": "web-1"}, pod)
    assert not objects.refers_to(None, {})


def test_a_null_deletion_time_deletes_nothing() -> None:
    assert not objects.being_deleted({"metadata": {"deletionTimestamp": None}})
    assert objects.being_deleted({"metadata": {"deletionTimestamp": "2026-03-04T05:06:07Z"}})
