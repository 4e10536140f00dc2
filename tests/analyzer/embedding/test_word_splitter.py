"""Splitting without a model."""

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.embedding import WordSplitter


@given(st.text(), st.integers(1, 50))
def test_no_part_is_longer_than_asked_for(text: str, size: int) -> None:
    splitter = WordSplitter()
    assert all(count <= size for count in splitter.count_tokens(splitter.split(text, size)))


@given(st.text(), st.integers(1, 50))
def test_nothing_but_white_space_is_left_out(text: str, size: int) -> None:
    assert "".join("".join(WordSplitter().split(text, size)).split()) == "".join(text.split())
