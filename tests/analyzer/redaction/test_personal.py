"""Personal data goes where a setting says so, and numbers that only look like it stay."""

import random

import pytest

from casebook_analyzer.redaction.reasons import reason
from casebook_analyzer.redaction.redactor import MARKER, Redactor
from casebook_analyzer.redaction.selection import patterns_of
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, OwnPattern, RedactionPolicy
from tests.analyzer.redaction.corpora import benign
from tests.analyzer.redaction.personal_texts import IBANS, LOOK_ALIKES, NATIONAL_IDS, PHONES

EVERYTHING = RedactionPolicy(phones=True, ibans=True, national_ids=True)
ALL = Redactor(b"k", EVERYTHING)
LABELLED = [
    *(("phone", text) for text in PHONES),
    *(("iban", text) for text in IBANS),
    *((kind, text) for kind, _, text in (line.partition(" ") for line in NATIONAL_IDS)),
]


@pytest.mark.parametrize(("kind", "text"), LABELLED, ids=lambda part: part.replace(" ", "_"))
def test_it_is_found_as_programs_print_it_and_goes_as_a_whole(kind: str, text: str) -> None:
    redacted = ALL.redact(text)
    assert f"redacted:{kind}:" in redacted
    assert not any(c.isdigit() for c in MARKER.sub("", redacted).replace("%2B", ""))


@pytest.mark.parametrize("text", [text for _, text in LABELLED])
def test_without_a_setting_it_stays(text: str) -> None:
    assert Redactor(b"k").redact(text) == text


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert ALL.redact(text) == text


def test_no_line_of_a_log_changes_because_of_it() -> None:
    assert [line for line in benign() if ALL.redact(line) != line] == []


def test_numbers_of_programs_are_hardly_ever_taken_for_numbers_of_people() -> None:
    """Of 20,000 random numbers as identifiers, sizes and times print them, at most one in a thousand."""
    rng = random.Random("numbers")
    shapes = (
        "#" * 9,
        "#" * 11,
        "#" * 13,
        "#" * 16,
        "#" * 18,
        "###-##-#####",
        "########-####",
        "####.####",
        "##.###.###",
    )
    numbers = ("".join(str(rng.randrange(10)) if c == "#" else c for c in rng.choice(shapes)) for _ in range(20_000))
    taken = [number for number in numbers if ALL.redact(f"request {number} took 3 ms") != f"request {number} took 3 ms"]
    assert len(taken) <= 20, taken[:5]


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        (
            RedactionPolicy(emails=False),
            ("+49 170 1234567", "ada@example.com", "123-45-6789", "DE89370400440532013000"),
        ),
        (RedactionPolicy(phones=True), ("123-45-6789", "DE89370400440532013000")),
        (RedactionPolicy(ibans=True), ("+49 170 1234567", "123-45-6789")),
        (RedactionPolicy(national_ids=True), ("+49 170 1234567", "DE89370400440532013000")),
        (EVERYTHING, ()),
    ],
)
def test_each_has_a_setting_of_its_own(policy: RedactionPolicy, left: tuple[str, ...]) -> None:
    values = ("+49 170 1234567", "ada@example.com", "123-45-6789", "DE89370400440532013000")
    redacted = Redactor(b"k", policy).redact("\n".join(values))
    assert tuple(value for value in values if value in redacted) == left


@pytest.mark.parametrize("policy", [SECRETS_AND_EMAILS, EVERYTHING])
def test_whatever_is_replaced_has_a_reason_in_words(policy: RedactionPolicy) -> None:
    assert all(reason(pattern.kind, policy) for pattern in patterns_of(policy))


def test_the_reason_names_the_setting_or_the_pattern() -> None:
    own = RedactionPolicy(patterns=(OwnPattern("phone", "abc"),))
    assert "evidence.redaction.phones" in reason("phone", SECRETS_AND_EMAILS)
    assert "evidence.redaction.national_ids" in reason("us-ssn", SECRETS_AND_EMAILS)
    assert reason("phone", own) == "your pattern abc"
