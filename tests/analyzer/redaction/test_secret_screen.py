"""The screen names whole lines, each once, and the patterns in their order."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.redaction.secret_screen import SecretScreen
from tests.rows import of_every

SCREEN = SecretScreen(["token", "pass", "BEGIN\nEND", "t\xe9"])


def lines(data: bytes) -> list[bytes]:
    return [data[start:end] for start, end, _ in SCREEN.regions(data)]


@of_every(
    ("text", "named"),
    [
        (b"", []),
        (b"a calm line\n", []),
        (b"a token", [b"a token"]),
        (b"calm\na token b\ncalm", [b"a token b\n"]),
        (b"token\n", [b"token\n"]),
        (b"a token and a pass\ncalm", [b"a token and a pass\n"]),
        (b"token\npass\ncalm", [b"token\n", b"pass\n"]),
        (b"x BEGIN\nEND x\ncalm", [b"x BEGIN\nEND x\n"]),
        (b"token BEGIN\nEND pass\ncalm\ntoken", [b"token BEGIN\nEND pass\n", b"token"]),
        (b"a BEGIN\nEND BEGIN\nEND\ncalm", [b"a BEGIN\nEND BEGIN\nEND\n"]),
    ],
)
def test_a_region_is_the_whole_lines_around_its_matches(text: bytes, named: list[bytes]) -> None:
    assert lines(text) == named


def test_a_match_does_not_hide_one_that_begins_within_it_and_goes_on_in_the_next_line() -> None:
    screen = SecretScreen(["a key: .*", "key: [a-z]+\n value"])
    assert list(screen.regions(b"a key: x\n value\ncalm")) == [(0, 16, [0, 1])]


def test_a_line_that_only_its_prefilter_names_is_left_out() -> None:
    screen = SecretScreen(["pass[^\n]*=x", "BEGIN\nEND"], ["pass", "BEGIN"])
    assert list(screen.regions(b"pass\npass=x\nBEGIN\nBEGIN\nEND")) == [(5, 12, [0]), (18, 27, [1])]


def test_screens_that_stay_in_their_line_are_asked_line_by_line() -> None:
    screen = SecretScreen(["token=", "pass$"], ["token", "pass"])
    assert list(screen.regions(b"token=a pass\npass\ntoken=b\n")) == [(0, 13, [0]), (18, 26, [0])]


def test_lines_that_all_reach_to_the_same_end_are_read_a_few_times_each() -> None:
    text = b"keys: [\n" * 20_000 + b"]\ncalm"
    before = time.process_time()
    assert list(SecretScreen([r"keys: \[[^\]]*\]"]).regions(text)) == [(0, len(text), [0])]
    assert time.process_time() - before < 1.0


WORDS = (b"token", b"key\nend", b"end\n.", b"\n-p", b"a key\n", b"pass")
"""Some stay in their line; others begin with a line break, end with one, or overlap."""
LITERAL = SecretScreen([word.decode().replace(".", r"\.") for word in WORDS])


@given(st.lists(st.sampled_from([*WORDS, b"token\n", b"calm", b" ", b"\n"]), max_size=12).map(b"".join))
def test_regions_are_what_one_finds_who_looks_at_each_place(text: bytes) -> None:
    assert list(LITERAL.regions(text)) == list(_looked_for(text))


def _looked_for(text: bytes) -> Iterator[tuple[int, int, list[int]]]:
    found = [(i, i + len(word)) for word in WORDS for i in range(len(text)) if text.startswith(word, i)]
    position = 0
    while position < len(text):
        start, end = position, _line_end(text, position)
        while (beyond := max((stop for begin, stop in found if start <= begin < end), default=0)) > end:
            end = _line_end(text, beyond - 1)
        numbers = [number for number, word in enumerate(WORDS) if word in text[start:end]]
        if numbers:
            yield start, end, numbers
        position = end


def _line_end(text: bytes, position: int) -> int:
    return text.find(b"\n", position) + 1 or len(text)


def test_the_patterns_that_may_match_come_in_their_order() -> None:
    assert SCREEN.possible(b"a pass for a token") == [0, 1]
    assert SCREEN.possible(b"calm") == []


def test_bytes_above_ascii_are_compared_one_by_one() -> None:
    assert SCREEN.possible(b"t\xe9") == [3]
    assert SCREEN.possible("t\xe9".encode()) == []


def test_nothing_is_written_to_the_error_stream(capfd: pytest.CaptureFixture[str]) -> None:
    list(SCREEN.regions(b"a token\n" * 3))
    with pytest.raises(Exception, match=r"."):
        SecretScreen(["("])
    assert capfd.readouterr().err == ""
