"""What annotations say, and what is wrong with those that say nothing."""

from datetime import UTC, datetime
from typing import Any

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.feedback.annotations import (
    FIELDS,
    PROPOSAL,
    VERDICT,
    annotated,
    parse_proposal,
    parse_word,
    writer,
)
from tests.operator.builders import at
from tests.operator.fakes import CountingSanitizer

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)


def parsed(**texts: str) -> Feedback:
    values = {VERDICT if name == "verdict" else FIELDS[name]: text for name, text in texts.items()}
    return parse_word(values, SANITIZER, source=FeedbackSource.ANNOTATION, given_at=at())


def test_a_correction_is_read_with_all_that_it_says() -> None:
    said = parsed(
        verdict="corrected", category="software_bug", cause="a leak", fix="stop it", note="PR 7", author="ann"
    )
    assert (said.verdict, said.category) == (Verdict.CORRECTED, Category.SOFTWARE_BUG)
    assert (said.cause, said.fix, said.note, said.author) == ("a leak", "stop it", "PR 7", "ann")


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"verdict": "perhaps"}, "'perhaps'; it must be one of confirmed, corrected, rejected"),
        ({"fix": "stop it"}, "casebook.dev/feedback is ''"),
        ({"verdict": "corrected", "category": "gremlins"}, "casebook.dev/feedback-category is 'gremlins'"),
        ({"verdict": "corrected", "note": "no"}, "needs at least one of casebook.dev/feedback-category"),
        ({"verdict": "confirmed", "fix": "x" * 201}, "casebook.dev/feedback-fix has more than 200 characters"),
    ],
)
def test_what_cannot_be_understood_is_named(texts: dict[str, str], problem: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parsed(**texts)
    assert problem in str(caught.value)


def test_a_number_confirms_a_proposal_and_without_one_none_is() -> None:
    assert parse_proposal({VERDICT: "confirmed", PROPOSAL: " 3 "}, FeedbackSource.ANNOTATION) == 3
    assert parse_proposal({VERDICT: "confirmed", FIELDS["note"]: "PR 7"}, FeedbackSource.ANNOTATION) == 0


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({PROPOSAL: "three"}, "casebook.dev/feedback-proposal is 'three'; it is the number"),
        ({PROPOSAL: "-1"}, "is '-1'"),
        ({PROPOSAL: "\u0663"}, "it is the number"),
        ({PROPOSAL: "3", VERDICT: "rejected"}, "confirms the fix that an agent proposed, and nothing else."),
        ({PROPOSAL: "3", FIELDS["fix"]: "x"}, "nothing else; leave out casebook.dev/feedback-fix"),
        ({PROPOSAL: "3", FIELDS["category"]: "unknown"}, "leave out casebook.dev/feedback-category"),
    ],
)
def test_what_confirms_a_proposal_says_nothing_else(values: dict[str, str], problem: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_proposal({VERDICT: "confirmed"} | values, FeedbackSource.ANNOTATION)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        (FeedbackSource.ANNOTATION, [f"casebook.dev/feedback-{name}" for name in ("category", "cause", "fix")]),
        (FeedbackSource.COMMAND, ["--category", "--cause", "--fix"]),
        (FeedbackSource.PAGE, ["category", "cause", "fix"]),
        (FeedbackSource.AGENT, ["category", "cause", "fix"]),
    ],
)
def test_what_is_wrong_is_told_by_the_names_that_fields_have_where_it_was_said(
    source: FeedbackSource, fields: list[str]
) -> None:
    for texts, told in (
        ({}, f"at least one of {', '.join(fields)}."),
        ({"category": "gremlins"}, f"{fields[0]} is 'gremlins'"),
        ({"cause": "x" * 257}, f"{fields[1]} has more than 256 characters"),
        ({"fix": "x" * 201}, f"{fields[2]} has more than 200 characters"),
    ):
        values = {VERDICT: "corrected"} | {FIELDS[name]: text for name, text in texts.items()}
        with pytest.raises(ConfigurationError) as caught:
            parse_word(values, SANITIZER, source=source, given_at=at())
        assert told in str(caught.value)
        assert ("casebook.dev/" in str(caught.value)) is (source is FeedbackSource.ANNOTATION)


@pytest.mark.parametrize("source", FeedbackSource)
def test_a_verdict_that_there_is_not_is_told_as_the_door_calls_it(source: FeedbackSource) -> None:
    with pytest.raises(ConfigurationError, match="is 'perhaps'; it must be one of") as caught:
        parse_word({VERDICT: "perhaps"}, SANITIZER, source=source, given_at=at())
    assert str(caught.value).startswith("casebook.dev/feedback " if source is FeedbackSource.ANNOTATION else "verdict ")


def test_texts_are_redacted_and_on_one_line() -> None:
    said = parsed(verdict="confirmed", note="set\n\x1b[31mpassword=hunter2hunter2\x1b[0m", author="ann\u202e")
    assert "hunter2" not in said.note
    assert "\n" not in said.note
    assert "\x1b" not in said.note
    assert said.author == "ann"


def test_what_is_private_in_a_note_is_not_kept() -> None:
    said = parsed(verdict="confirmed", note="told by <private>Ada\nof ward 7</private>, see <private>PR 7")
    assert said.note.startswith("told by ")
    assert not any(word in said.note for word in ("Ada", "ward", "PR 7"))


def test_a_secret_does_not_hide_behind_what_nobody_sees() -> None:
    assert "hunter2" not in parsed(verdict="confirmed", note="set pass\u200bword=hunter2hunter2").note


def test_what_is_too_long_is_refused_before_it_is_read() -> None:
    with pytest.raises(ConfigurationError, match="more than 1024 characters"):
        parsed(verdict="confirmed", note="a" + " " * 5_000_000 + "b")


@pytest.mark.parametrize("name", [VERDICT, *FIELDS.values()])
def test_nobody_searches_a_long_text_in_the_event_loop(name: str) -> None:
    sanitizer = CountingSanitizer(b"k" * 32, SECRETS_AND_EMAILS)
    values = {VERDICT: "confirmed"} | {name: "-p x " * 50_000}
    with pytest.raises(ConfigurationError):
        parse_word(values, sanitizer, source=FeedbackSource.ANNOTATION, given_at=at())
    assert sanitizer.longest <= 1_024


def test_other_annotations_are_nobodys_feedback() -> None:
    body = {"metadata": {"annotations": {"a": "b", VERDICT: "confirmed", f"{VERDICT}-mood": "good"}}}
    assert annotated(body) == {VERDICT: "confirmed"}
    assert annotated({"metadata": {}}) == {}


def managed(**entry: Any) -> dict[str, Any]:
    fields = {"f:metadata": {"f:annotations": {".": {}, f"f:{VERDICT}": {}}}}
    other = {"manager": "casebook", "time": "2026-01-01T00:00:00Z", "fieldsV1": {"f:status": {}}}
    return {"metadata": {"managedFields": [other, {"fieldsV1": fields} | entry]}}


def test_the_server_tells_which_client_wrote_it_and_when() -> None:
    body = managed(manager="argocd-controller", time="2026-03-01T10:00:00Z")
    assert writer(body, at()) == ("argocd-controller", datetime(2026, 3, 1, 10, tzinfo=UTC))


@pytest.mark.parametrize("body", [{"metadata": {}}, managed(), {"metadata": {"managedFields": [{}]}}])
def test_without_an_account_of_the_server_the_time_is_now(body: dict[str, Any]) -> None:
    assert writer(body, at()) == ("", at())
