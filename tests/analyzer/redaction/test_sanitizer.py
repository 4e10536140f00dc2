"""What every text of a stranger goes through: it is cut, then cleaned, then redacted, whichever way it comes in."""

import time

import pytest

from casebook_analyzer.redaction import READ_LIMIT, Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.text import LINE_LIMIT
from tests.rows import of_every

SANITIZER = Sanitizer(b"a key of this test", SECRETS_AND_EMAILS)
INVISIBLE = ["\u200b", "\u202e", "\x1b[31m", "\x1b]0;title\x07", "\x00", "\u00ad", "\u2066"]
"""Zero width, right to left, a colour, a terminal's title, a control, a soft hyphen, an isolate."""
DRESSED = [
    "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff1d",
    "\uff24\uff22_\uff30\uff21\uff33\uff33\uff37\uff2f\uff32\uff24\uff1a",
    "\U0001d429\U0001d41a\U0001d42c\U0001d42c\U0001d430\U0001d428\U0001d42b\U0001d41d=",
    "\uff50ass\U0001d6a0ord=",
]
"""``password=`` in full-width and mathematical letters."""


@pytest.mark.parametrize("hidden", INVISIBLE)
def test_a_secret_cannot_hide_behind_what_nobody_sees(hidden: str) -> None:
    text = f"pass{hidden}word=hunter2 and more"
    for sanitized in (SANITIZER.line(text), SANITIZER.lines(text), *SANITIZER.arguments([text])):
        assert "hunter2" not in sanitized
        assert sanitized.startswith("password=\u2039redacted:password:")


@pytest.mark.parametrize("dressed", DRESSED)
def test_a_secret_cannot_hide_behind_letters_in_another_dress(dressed: str) -> None:
    text = f"{dressed}hunter2 and more"
    for sanitized in (SANITIZER.line(text), SANITIZER.lines(text), *SANITIZER.arguments([text])):
        assert "hunter2" not in sanitized


@pytest.mark.parametrize("hidden", INVISIBLE)
def test_the_name_of_a_field_cannot_hide_that_its_value_is_secret(hidden: str) -> None:
    assert "hunter2" not in SANITIZER.line("hunter2", field=f"pass{hidden}word")
    assert "hunter2" not in SANITIZER.lines("hunter2", field=f"pass{hidden}word")
    assert "hunter2" not in SANITIZER.arguments([f"--pass{hidden}word", "hunter2"])[1]


def test_a_line_is_one_line_of_its_limit_and_says_how_much_is_missing() -> None:
    line = SANITIZER.line("first\nsecond " + "word " * 10_000)
    assert line.startswith("first \u23ce second word")
    assert len(line) <= LINE_LIMIT
    assert line.endswith(" characters cut]")


def test_lines_keep_their_breaks_and_their_indentation() -> None:
    assert SANITIZER.lines("Traceback:\r\n  File x\n\nKeyError") == "Traceback:\n  File x\n\nKeyError"


def test_a_secret_that_reaches_over_lines_is_found_in_one_line() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----"
    assert "MIIEvQ" not in SANITIZER.line(f"key is\n{key}\nend")


def test_half_of_a_secret_is_not_left_where_a_text_is_cut() -> None:
    secret = "s3cr3t" * 10
    assert "s3cr3t" not in SANITIZER.line("x " * (READ_LIMIT // 2 - 20) + "password=" + secret, READ_LIMIT)


def test_sanitizing_twice_changes_nothing() -> None:
    once = SANITIZER.line("\x1b[1mpass\u200bword=hunter2\n token: x9f8e7d6c5b4 " + "word " * 1_000)
    assert SANITIZER.line(once) == once


@of_every("piece", [" ", "key=", "token: fail ", "\x1b]", "\u200b", "password=x ", "://a:b@", "a\n"])
def test_the_time_of_a_text_does_not_depend_on_its_length(piece: str) -> None:
    """Of ten megabytes, less than a second of CPU: what is far behind is never looked at."""
    text = piece * (10_000_000 // len(piece))
    before = time.process_time()
    SANITIZER.line(text)
    SANITIZER.line("x", field=text)
    assert time.process_time() - before < 1
