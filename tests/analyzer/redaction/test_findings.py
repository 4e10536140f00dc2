"""What would be replaced is told by the line in which it begins, by its kind and by why, and never by itself."""

from casebook_analyzer.redaction import findings
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, OwnPattern, RedactionPolicy

KEY = b"a key of this test"
PRIVATE_KEY = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nAbCdEfGhIjKlMn\n-----END PRIVATE KEY-----"


def told(text: str, policy: RedactionPolicy = SECRETS_AND_EMAILS) -> list[tuple[int, str]]:
    return [(found.line, found.kind) for found in findings(text, KEY, policy)]


def test_a_calm_text_has_none() -> None:
    assert told("listening on port 80\n") == []


def test_each_is_told_by_its_line_and_kind_in_the_order_of_the_text() -> None:
    text = "started\npassword=hunter2 for jane@example.com\n\ntoken: x9f8e7d6c5b4"
    assert told(text) == [(2, "password"), (2, "email"), (4, "secret")]


def test_lines_are_counted_as_they_were_given_behind_a_secret_of_many_lines() -> None:
    assert told(f"{PRIVATE_KEY} password=hunter2\nnext\npassword=hunter2") == [
        (1, "private-key"),
        (4, "password"),
        (6, "password"),
    ]


def test_the_line_is_told_as_it_would_be_kept() -> None:
    (found,) = findings("a login with password=hunter2 failed", KEY, SECRETS_AND_EMAILS)
    assert found.text.startswith("a login with password=\u2039redacted:password:")
    assert found.text.endswith("\u203a failed")
    assert found.why == "a value behind a word for a password"


def test_a_pattern_of_the_settings_is_told_as_the_reason() -> None:
    policy = RedactionPolicy(patterns=(OwnPattern(name="ticket", regex=r"TICKET-\d+"),))
    (found,) = findings("see TICKET-4711", KEY, policy)
    assert (found.kind, found.why) == ("ticket", r"your pattern TICKET-\d+")


def test_equal_secrets_have_equal_markers_under_one_key_and_others_under_another() -> None:
    once, again = (findings("password=hunter2", KEY, SECRETS_AND_EMAILS)[0].text for _ in "ab")
    assert once == again != findings("password=hunter2", b"another key", SECRETS_AND_EMAILS)[0].text


def test_a_marker_that_was_there_is_told_and_moves_no_line() -> None:
    assert told("token=\u2039redacted:secret:0a1b2c3d\u203a\npassword=hunter2") == [(1, "secret"), (2, "password")]
