"""What follows ``token:`` may be a message about it."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    "message",
    [
        'secret: "checkout-db" not found',
        "token: 'checkout-db' is forbidden",
        "token: x509: unknown authority",
        "token: dial tcp failed",
        "token: dial: refused",
        "token: garbled: x",
        "token: expired!",
        "token: `expired`",
        "token:\tdial tcp failed",
        "refused token: garbled: x",
        "cannot decrypt secret: garbled",
        "unexpected token: garbled",
        "got\nan invalid token: garbled",
        "wrong password: nobody home",
        "token: garbled mess",
    ],
)
def test_a_message_about_the_key_stays(message: str) -> None:
    assert REDACTOR.redact(message) == message


@of_every(
    "text",
    [
        'secret: "Checkout_DB" not found',
        'token: "checkout-db" stays',
        "token: x509",
        "token: dial",
        "token:dial tcp failed",
        "token= dial tcp failed",
        "token: garbled",
        "failed to log in with token: garbled",
        "it failed: token: garbled",
        "it failed\ntoken: garbled",
        "wrong password: nobody",
        "invalid token: a8Kd02Lm",
    ],
)
def test_what_is_no_message_is_a_secret(text: str) -> None:
    assert "\u2039redacted:" in REDACTOR.redact(text)
