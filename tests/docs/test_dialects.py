"""The page on dialects says what the code does."""

from tools.docs.dialects import PAGE, render


def test_the_page_is_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `make docs`"
