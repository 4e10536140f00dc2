"""A stream comes in pieces of any size; what was sent are lines."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.sensor.informer import lines
from casebook_operator.sensor.informer.lines import lines_of


async def _in_pieces(content: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(content), size):
        yield content[start : start + size]


async def _lines(content: bytes, size: int) -> list[bytes]:
    return [line async for line in lines_of(_in_pieces(content, size))]


@given(st.binary(max_size=200), st.integers(1, 50))
async def test_lines_are_the_same_however_they_come(content: bytes, size: int) -> None:
    assert await _lines(content, size) == content.split(b"\n")[:-1]


async def test_what_was_cut_off_is_no_line() -> None:
    assert await _lines(b'{"type": "ADDED"}\n{"type": "ADD', 5) == [b'{"type": "ADDED"}']


@pytest.mark.parametrize("size", [3, 7, 1000])
async def test_a_line_that_is_too_long_is_passed_over_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 10)
    assert await _lines(b"first\n" + b"x" * 11 + b"\nlast\n", size) == [b"first", b"last"]
