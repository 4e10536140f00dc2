"""What is too long ends where a reader can stop."""

from casebook_analyzer.text import at_word, whole_sentences
from tests.rows import of_every

TWO = "Nobody is behind it. Looked up: it is scaled to 0."


@of_every(
    ("text", "limit", "cut"),
    [
        ("all of it", 9, "all of it"),
        ("all of it, and more", 13, "all of it…"),
        ("all of it and more", 10, "all of it…"),
        ("all of it, and more", 11, "all of it…"),
        ("a " + "x" * 90, 30, "a " + "x" * 27 + "…"),
        ("x" * 90, 30, "x" * 29 + "…"),
        ("x" * 90, 1, "…"),
    ],
)
def test_it_is_cut_between_words_where_that_leaves_most_of_it(text: str, limit: int, cut: str) -> None:
    assert at_word(text, limit) == cut
    assert len(at_word(text, limit)) <= limit


@of_every(
    ("text", "limit", "cut"),
    [
        (TWO, 50, TWO),
        (TWO, 49, "Nobody is behind it."),
        (TWO, 20, "Nobody is behind it."),
        (TWO, 19, "Nobody is behind…"),
        ("Version 1.2 of db is too old for what it reads.", 30, "Version 1.2 of db is too old…"),
    ],
)
def test_no_half_of_a_sentence_stands_where_a_whole_one_fits(text: str, limit: int, cut: str) -> None:
    assert whole_sentences(text, limit) == cut
