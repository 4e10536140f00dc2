"""The page on signals says what the code does."""

from tools.docs.signals import PAGE, render


def test_the_page_is_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `make docs`"
