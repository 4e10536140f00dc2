"""JSON of strangers: whatever stands anywhere, what is read has the stated type."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.kube.values import mapping, mappings, number, text, texts, texts_by_name

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAMES = st.sampled_from("abc")
JSON = st.recursive(LEAVES, lambda below: st.lists(below, max_size=3) | st.dictionaries(NAMES, below, max_size=3))
PATHS = st.lists(NAMES, max_size=3)


@given(JSON, PATHS)
def test_what_is_read_has_the_stated_type(value: Any, path: list[str]) -> None:
    assert isinstance(mapping(value, *path), dict)
    assert all(isinstance(item, dict) for item in mappings(value, *path))
    assert isinstance(text(value, *path), str)
    assert all(isinstance(item, str) for item in texts(value, *path))
    assert all(isinstance(both, str) for item in texts_by_name(value, *path).items() for both in item)
    assert type(number(value, *path)) is int


@given(JSON)
def test_a_value_of_the_stated_type_is_read_as_it_is(value: Any) -> None:
    obj = {"spec": {"field": value}}
    path = ("spec", "field")
    assert mapping(obj, *path) == (value if isinstance(value, dict) else {})
    assert text(obj, *path) == (value if isinstance(value, str) else "")
    assert number(obj, *path) == (value if type(value) is int else 0)
    if isinstance(value, list):
        assert len(mappings(obj, *path)) == sum(isinstance(item, dict) for item in value)
        assert len(texts(obj, *path)) == sum(isinstance(item, str) for item in value)


def test_null_and_a_field_that_is_not_there_are_the_same() -> None:
    assert mapping({"a": None}, "a") == mapping({}, "a") == {}
    assert mappings({"a": None}, "a") == mappings({}, "a") == []
    assert text({"a": None}, "a") == text({}, "a") == ""
