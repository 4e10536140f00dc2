"""What stands in the place of a secret and is one, and what only looks like it."""

import pytest

from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction_policy import RedactionPolicy
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
RANDOM = "aB3dE6gH9jK2mN5pQ8sT"
LETTERS = "abcdefghijklmnopqrstu"
HALF_WORDS, MOSTLY_WORDS = "abcdeF1G2H" * 6, "abcdefG1H2" * 6


def goes(text: str) -> bool:
    return REDACTOR.redact(text) != text


@of_every(
    ("value", "random"),
    [
        (RANDOM, True),
        (RANDOM[:-1], False),  # too short
        (RANDOM.lower(), False),  # two classes of characters
        ("abcdefghijK1L2M3N4P5", True),  # half of it words
        ("abcdefghijkL1M2N3P4Q", False),  # more than half
        ("aB3d" * 4 + "E6gH9jK2" * 2, True),  # 3.5 bits a character
        ("aB3dE6gH9jK" * 2, False),  # 3.46
        (f"/{RANDOM}", False),
        (f"http%3A%2F%2F{RANDOM}", False),
        (f"{RANDOM}.go", False),
    ],
)
def test_what_a_key_may_hold_is_secret_when_it_looks_random(value: str, random: bool) -> None:
    assert goes(f"session={value}") is random


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"registry.example/shop/session:{RANDOM}", False),
        (f"arn:aws:iam::1234:session:{RANDOM}", False),
        (f"checksum/session: {RANDOM}", False),
        (f"/shop/session={RANDOM}", True),
        (f"session:{RANDOM}", True),
        ("registry.example/token:4f7a2c9b1d", False),
        ("token:4f7a2c9b1d", True),
    ],
)
def test_a_part_of_a_name_is_none(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ("secret=checkout-db", False),
        ("(secret=checkout-db)", False),
        ("Secret: checkout-db", False),
        ("secret=Hunter_2", True),
        ("mysecret=checkout-db", True),
        ("my_secret=checkout-db", True),
        ("my-secret=checkout-db", True),
        ("my.secret=checkout-db", True),
        ("token=checkout-db", True),
    ],
)
def test_the_name_of_a_secret_is_none(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ("token:refresh", False),
        ("token=refresh", True),
        ("token:refresh.x1", True),
        ("token=30s", False),
        ("token=/etc/app/token", False),
        ("token=vault://kv/app", False),
        ("token=swordfish", True),
        ("token=48213", False),
        ("client_secret=48213", True),
        ("password=30s", True),
        ("password=$DB_PASSWORD", False),
        ("password=config.db.password", False),
        ("password: ?!", False),
        ("password: Missing.", False),
        ("password: MISSING", False),
        ("password: mIssing", True),
    ],
)
def test_numbers_places_references_and_words_about_secrets_are_none(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("name", "value", "secret"),
    [
        ("password", "hunter2", True),
        ("API_KEY", "checkout-db", True),
        ("dbPassword", "unset", False),
        ("password", "${DB_PASSWORD}", False),
        ("token", "/etc/app/token", False),
        ("token", "", False),
        ("user", "hunter2", False),
        ("passwordPolicy", "hunter2", False),
    ],
)
def test_the_value_of_a_field_is_secret_by_the_name_of_the_field(name: str, value: str, secret: bool) -> None:
    redacted = REDACTOR.redact_field(name, value)
    assert redacted.startswith("\u2039redacted:field:") if secret else redacted == value


def test_a_field_of_any_name_loses_the_secrets_in_its_text() -> None:
    assert "hunter2" not in REDACTOR.redact_field("message", "login with password=hunter2")


@pytest.mark.parametrize(
    ("token", "secret"),
    [(LETTERS, True), (LETTERS[:20], False), ("abcdefg1", True), ("required", False), ("$API_TOKEN_2", False)],
)
def test_a_bearer_token_has_digits_or_is_long(token: str, secret: bool) -> None:
    assert goes(f"sent bearer {token} to api") is secret


@pytest.mark.parametrize("padded", ["dXNlcjpwYXNz", "Y2k6c2VjcmU=", "Y2k6c2VjcmV0cw=="])
def test_basic_authentication_needs_no_padding(padded: str) -> None:
    assert goes(f"proxy: Basic {padded} refused")
    assert goes(f"proxy: Basic {padded.rstrip('=')} refused")


@pytest.mark.parametrize("word", ["authentication", "dXNlcnBhc3M", "abcdefghi"])
def test_basic_authentication_has_a_user_and_a_password(word: str) -> None:
    assert not goes(f"proxy: Basic {word} refused")


@of_every(
    ("text", "secret"),
    [
        ("4111111111111111", True),
        ("4111-1111-1111-1111", True),
        ("378282246310005", True),
        ("4111111111111112", False),
        ("id=4111111111111111", False),
        ('"offset": 4111111111111111', False),
        ("job #4111111111111111", False),
        ("paid 4111111111111111", True),
        ("id=7 card 4111111111111111", True),
    ],
)
def test_a_card_number_has_its_check_digit_and_counts_nothing(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ("Jane.Doe@Example.COM", True),
        ("jane@local.example.com", True),
        ("gitta@example.com", True),
        ("git@example.com", False),
        ("No-Reply@example.com", False),
        ("ROOT@NODE-1.LOCAL", False),
        ("getty@tty1.service", False),
        ("app@project.iam.gserviceaccount.com", False),
        ("cart@v1.2.beta", False),
        ("cart@vienna.example", True),
        ("rabbit@mq-2.mq-nodes.shop", False),
        ("node 'cart@vienna.example' down: net_tick_timeout", False),
        ("Mnesia('cart@vienna.example'): ** ERROR **", False),
        ("owner 'cart@vienna.example'", True),
    ],
)
def test_an_address_of_a_person_is_secret_and_that_of_a_program_is_not(text: str, secret: bool) -> None:
    assert goes(text) is secret


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("abcde1.0123456789abcdef", True),
        ("abcdef.0123456789abcdef", False),
        ("abcde1.abcdefghijklmnop", False),
        ("docker.containerruntime", False),
    ],
)
def test_a_bootstrap_token_has_digits_on_both_sides(text: str, secret: bool) -> None:
    assert goes(text) is secret


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        (HALF_WORDS, True),
        (MOSTLY_WORDS, False),
        (HALF_WORDS.lower(), False),
        ("0123456789" * 6, False),
        ("+" * 60, False),
        (HALF_WORDS[:-1], False),
    ],
)
def test_a_line_of_a_key_is_mixed_and_has_few_words(line: str, secret: bool) -> None:
    assert goes(f"first\n  {line}\nlast") is secret


@pytest.mark.parametrize(
    ("address", "told"),
    [("10.0.0.1", True), ("127.0.0.1", False), ("0.0.0.0", False), ("999.1.1.1", False), ("fe80::1", True)],
)
def test_an_address_that_says_where_something_is_goes_on_demand(address: str, told: bool) -> None:
    text = f"dial {address} failed"
    assert (Redactor(b"k", RedactionPolicy(addresses=True)).redact(text) != text) is told
