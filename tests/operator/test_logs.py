"""Casebook's own log goes to standard error, as JSON lines for machines."""

import json
import logging
from collections.abc import Iterator

import pytest
import stamina.instrumentation
import structlog

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, OwnPattern, RedactionPolicy
from casebook_operator import logs


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_json_lines_have_time_level_and_fields(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    structlog.get_logger("test").info("opened", investigation="checkout-1")
    captured = capsys.readouterr()
    assert captured.out == ""
    line = json.loads(captured.err)
    assert (line["event"], line["level"], line["investigation"]) == ("opened", "info", "checkout-1")
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_take_the_same_road(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    logging.getLogger("some.library").warning("%s of %s", 1, 2)
    assert json.loads(capsys.readouterr().err)["event"] == "1 of 2"


def test_without_a_terminal_auto_means_json(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "auto", SECRETS_AND_EMAILS)
    structlog.get_logger("test").info("opened")
    assert json.loads(capsys.readouterr().err)["event"] == "opened"


def test_an_exception_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    try:
        _ = {}["a bug"]
    except KeyError:
        structlog.get_logger("test").exception("gave up")
    captured = capsys.readouterr().err
    assert captured.count("\n") == 1
    assert "a bug" in json.loads(captured)["exception"]


def test_the_console_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "console", SECRETS_AND_EMAILS)
    structlog.get_logger("test").info("opened", investigation="checkout-1")
    assert "checkout-1" in capsys.readouterr().err


def test_a_level_hides_what_is_below(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("WARNING", "json", SECRETS_AND_EMAILS)
    structlog.get_logger("test").info("hidden")
    logging.getLogger("kopf").info("hidden")
    assert capsys.readouterr().err == ""


def test_kopf_is_heard_only_for_debugging() -> None:
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    assert logging.getLogger("kopf").level == logging.CRITICAL
    logs.configure("DEBUG", "json", SECRETS_AND_EMAILS)
    assert logging.getLogger("kopf").level == logging.DEBUG


def test_secrets_do_not_reach_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    log = structlog.get_logger("test")
    log.info("refused password=hunter2", token="hunter2x", body={"items": ["Authorization: Bearer hunter2y"]})
    logging.getLogger("some.library").warning("cannot reach %s", "postgres://app:hunter2z@db/orders")
    try:
        _ = {}["api_key=hunter2w"]
    except KeyError as error:
        log.exception("gave up", error=error)
    captured = capsys.readouterr().err
    assert "hunter2" not in captured
    assert [json.loads(line)["level"] for line in captured.splitlines()] == ["info", "warning", "error"]


def test_a_secret_has_the_same_pseudonym_in_the_log_and_in_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    sanitizer = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    logs.redact_with(sanitizer)
    structlog.get_logger("test").info("password=hunter2")
    assert json.loads(capsys.readouterr().err)["event"] == sanitizer.line("password=hunter2")


def test_what_the_settings_take_out_is_not_in_the_log_either(capsys: pytest.CaptureFixture[str]) -> None:
    policy = RedactionPolicy(phones=True, patterns=(OwnPattern("customer", "cust-[0-9]+"),))
    logs.configure("INFO", "json", policy)
    structlog.get_logger("test").info("cust-17 of +49 170 1234567", who="<private>Ada</private>")
    told = capsys.readouterr().err
    assert not any(word in told for word in ("cust-17", "1234567", "Ada"))


def test_retries_are_logged_and_are_no_series_each() -> None:
    """A label with the number of the retry has no bound in an outage of a day."""
    logs.configure("INFO", "json", SECRETS_AND_EMAILS)
    (hook,) = stamina.instrumentation.get_on_retry_hooks()
    assert hook.__name__ == "log_retries"
