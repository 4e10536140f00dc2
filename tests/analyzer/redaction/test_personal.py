"""Personal data goes where a setting says so, and numbers that only look like it stay."""

import random
import time

import pytest

from casebook_analyzer.evidence import sample_log
from casebook_analyzer.models import Entity
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction.reasons import reason
from casebook_analyzer.redaction.redactor import MARKER, Redactor
from casebook_analyzer.redaction.selection import patterns_of
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, OwnPattern, RedactionPolicy
from tests.analyzer.redaction.corpora import benign
from tests.analyzer.redaction.personal_texts import IBANS, LOOK_ALIKES, NATIONAL_IDS, PHONES
from tests.rows import of_every

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


@of_every("text", [text for _, text in LABELLED])
def test_without_a_setting_it_stays(text: str) -> None:
    assert Redactor(b"k").redact(text) == text


@of_every("text", LOOK_ALIKES)
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


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("phone", "0170 1234567", "#"),
        ("customerPhone", "01701234567", "#"),
        ("ssn", "123456789", "#"),
        ("cpf", "52998224725, 7", "#, 7"),
        ("resourceVersion", "52998224725", "52998224725"),
        ("mail to a.b@example.com", "1", "1"),
    ],
)
def test_the_name_of_a_field_says_what_its_value_is(name: str, value: str, kept: str) -> None:
    assert MARKER.sub("#", ALL.redact_field(name, value)) == kept
    assert Redactor(b"k").redact_field(name, value) == value


def test_so_does_that_of_a_log_line_in_json() -> None:
    pod = Entity(kind="Pod", namespace="shop", name="checkout")
    line = b'{"level":"error","msg":"refused","phone":"01701234567","customer":{"cpf":52998224725}}\n'
    (fact,) = sample_log(line, container="main", which="current", pod=pod, source="log").facts
    kept = Sanitizer(b"k", EVERYTHING).line(fact.text)
    assert "refused" in kept
    assert not any(number in kept for number in ("01701234567", "52998224725"))


def test_redacting_twice_changes_nothing() -> None:
    once = ALL.redact("\n".join([*(text for _, text in LABELLED), *LOOK_ALIKES]))
    assert ALL.redact(once) == once


@of_every(
    "piece",
    [
        "+1 ",
        "+1234567890 ",
        "phone ",
        "phone: 1 2 ",
        "(030)",
        "(030) 1234567 ",
        "DE89 ",
        "DE89 1",
        "cpf ",
        "ssn is ",
        "1.2",
    ],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    before = time.process_time()
    ALL.redact(piece * (500_000 // len(piece)))
    assert time.process_time() - before < 5
