"""JSON that is nested too deeply for a decoder is read without what is too deep."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.kube.pages import at_any_depth
from casebook_operator.kube.shallow import DEEPEST, shallow

JSON = st.recursive(
    st.none() | st.integers() | st.text(alphabet='ab"\\[]{}\n\u00e9'),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text('a"\\{]'), below, max_size=3),
)


@given(JSON)
def test_what_is_not_deep_stays_as_it_is(value: object) -> None:
    content = json.dumps(value).encode()
    assert shallow(content) == content


@given(JSON, st.integers(DEEPEST - 2, 2_000))
def test_of_what_is_too_deep_all_before_and_behind_is_left(value: object, levels: int) -> None:
    words = json.dumps(value)
    deep = '{"f:a":[' * (levels // 2 + 1) + words + "]}" * (levels // 2 + 1)
    found = msgspec.json.decode(shallow(f'{{"before":{words},"deep":{deep},"behind":{words}}}'.encode()))
    assert (found["before"], found["behind"]) == (value, value)


async def test_any_depth_is_decoded() -> None:
    deep = b'{"name":"x","deep":' + b"[" * 9_000 + b"]" * 9_000 + b"}"
    with pytest.raises(RecursionError):
        msgspec.json.decode(deep)
    found = await at_any_depth(deep, msgspec.json.decode)
    assert found["name"] == "x"
