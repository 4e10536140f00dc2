import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.text import LINE_LIMIT, decode
from casebook_analyzer.text.cleaning import clean_line, clean_lines


@given(st.binary(max_size=500))
def test_any_bytes_become_text_that_can_be_stored(raw: bytes) -> None:
    clean_line(decode(raw)).encode()


@given(st.text(max_size=500))
def test_no_control_or_invisible_character_is_left(text: str) -> None:
    assert not [c for c in clean_line(text) if unicodedata.category(c) in {"Cc", "Cs"} or c in "\u202e\u200b\u2066"]


@given(st.text(max_size=3_000))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean_line(clean_line(text)) == clean_line(text)


def test_terminal_sequences_go_and_their_text_stays() -> None:
    assert clean_line("\x1b[1;31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07") == "red link"


def test_an_unterminated_sequence_does_not_hide_the_rest() -> None:
    assert clean_line("before \x1b]0;title and the rest") == "before 0;title and the rest"


def test_text_cannot_be_reordered_for_the_reader() -> None:
    assert clean_line("rm \u202egnp.exe") == "rm gnp.exe"


def test_a_line_of_just_its_limit_stays_and_one_character_more_is_cut() -> None:
    assert clean_line("x" * LINE_LIMIT) == "x" * LINE_LIMIT
    assert clean_line("x" * (LINE_LIMIT + 1)).endswith("characters cut]")


def test_a_long_line_is_cut_visibly() -> None:
    cut = clean_line("word " * 1_000)
    assert len(cut) <= LINE_LIMIT
    assert cut.endswith("characters cut]")


def test_a_cut_takes_half_a_word_away() -> None:
    secret = "s3cr3t" * 10
    assert "s3cr3t" not in clean_line("x" * (LINE_LIMIT - 60) + " " + secret)


def test_indentation_tells_where_a_stack_trace_ends() -> None:
    assert clean_line("Traceback:\n  File x\nKeyError") == "Traceback: \u23ce   File x \u23ce KeyError"


def test_a_line_of_a_million_blanks_is_read_in_one_go() -> None:
    """Against hanging: with a pattern that is tried from each blank, this takes days."""
    assert clean_line("a" + " " * 1_000_000 + "b", limit=2_000_000).endswith("b")


@given(st.text(max_size=100))
def test_a_text_without_anything_to_clean_is_what_cleaning_would_leave(text: str) -> None:
    """The other way round is taken as soon as one character is not printable."""
    assert clean_line(text) == clean_line(text + "\x00")


@given(st.text(st.sampled_from("a \t\n\r\x1b[m\u00a0\uff21\u200b"), max_size=40) | st.text(max_size=100))
def test_lines_without_anything_to_clean_are_what_cleaning_would_leave(text: str) -> None:
    assert clean_lines(text, 200) == clean_lines(text + "\x00", 200)


def test_lines_that_are_too_long_are_cut_though_there_is_nothing_to_clean() -> None:
    assert clean_lines("a b\n" * 8, 10).endswith(" [32 characters cut]")
