"""What of an alert is noted: enough to know it again, without secrets, within bounds."""

from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.models import Severity
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.alerts.noting import began, fingerprint_of, noted, severity_of
from casebook_operator.investigation.alerts import MOST_LABELS
from tests.operator.alerts.builders import read
from tests.operator.builders import at
from tests.operator.fakes import CountingSanitizer

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)


def test_name_severity_words_address_and_times_are_noted() -> None:
    found = noted(read(team="payments"), SANITIZER, now=at(30))
    assert (found.name, found.severity) == ("HighLatency", "critical")
    assert found.summary == "The 99th percentile is above 2 s."
    assert found.generator_url == "http://prometheus.example/graph?g0.expr=up"
    assert found.labels == {"namespace": "shop", "pod": "checkout-5d9f-abcde", "team": "payments"}
    assert (found.starts_at, found.ends_at, found.told_at) == (at(), None, at(30))


def test_an_alert_that_ended_has_an_end_that_is_not_to_come() -> None:
    assert noted(read(ends=20), SANITIZER, now=at(30)).ends_at == at(20)
    assert noted(read(ends=90), SANITIZER, now=at(30)).ends_at == at(30)


def test_secrets_in_any_part_of_an_alert_are_replaced() -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    found = noted(read(summary=f"token {token}", api_token=token, alertname=f"A {token}"), SANITIZER, now=at())
    assert token not in str(found)
    assert "redacted" in found.labels["api_token"]


def test_of_too_many_labels_those_that_name_objects_are_kept() -> None:
    many = {f"aaa{number:03}": "x" for number in range(100)}
    found = noted(read(**many), SANITIZER, now=at())
    assert len(found.labels) == MOST_LABELS
    assert found.labels["pod"] == "checkout-5d9f-abcde"


def test_an_alert_is_known_again_by_its_labels_and_by_nothing_else() -> None:
    assert fingerprint_of(read()) == fingerprint_of(read(starts=900, summary="other words"))
    assert fingerprint_of(read()) != fingerprint_of(read(container="app"))


@pytest.mark.parametrize("sent", ["0123456789abcdef", "<script>", "", "x" * 999, "ABCDEF0123456789"])
def test_the_fingerprint_of_alertmanager_is_taken_where_it_is_one(sent: str) -> None:
    taken = fingerprint_of(msgspec.structs.replace(read(), fingerprint=sent))
    assert (taken == sent) is (sent == "0123456789abcdef")


@pytest.mark.parametrize(
    ("label", "severity"),
    [
        ("critical", Severity.CRITICAL),
        ("Page", Severity.CRITICAL),
        ("warning", Severity.WARNING),
        ("info", Severity.INFO),
        ("none", Severity.INFO),
        ("", Severity.WARNING),
        ("apocalyptic", Severity.WARNING),
    ],
)
def test_what_an_alert_calls_itself_is_one_of_three(label: str, severity: Severity) -> None:
    assert severity_of(read(severity=label)) is severity


def test_no_alert_began_in_the_future_or_in_the_year_one() -> None:
    assert began(read(starts=600), at(30)) == at(30)
    assert began(read(starts="0001-01-01T00:00:00Z"), at(30)) == at(30)
    assert began(read(starts="9999-12-31T23:59:59Z"), at(30)) == at(30)
    assert began(read(), at() + timedelta(days=9)) == at()


def test_of_long_texts_the_beginning_is_searched_for_secrets() -> None:
    long, sanitizer = "-p x " * 50_000, CountingSanitizer(b"k" * 32, SECRETS_AND_EMAILS)
    found = read(summary=long, alertname=long, severity=long, team=long)
    noted(msgspec.structs.replace(found, generator_url=long), sanitizer, now=at())
    assert sanitizer.longest <= 2_048
