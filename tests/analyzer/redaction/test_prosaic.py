"""What a sentence says of a secret, or a manual of an option, stays; a value that only looks like it goes."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    ("line", "secret"),
    [
        ("password: minimum length is 12 characters", False),
        ("password: policy violation for account 4412", False),
        ("password: mango for user shop", True),
        ("password: mango", True),
        ("password: mango teller", True),
        ("token: audience mismatch", False),
        ("token: audience", True),
        ("token: audience user=shop", True),
        ("private key: RSA 2048 bit", False),
        ('"password": "Password must contain an uppercase letter"', False),
        ('"password": "correct horse battery staple"', True),
        ('"secret": "the shape of a token that joins nodes"', False),
        ('"secret": "the mango teller"', True),
        ("Set the password with the --password flag or in a file", False),
        ("run app --password mango or fail", False),
        ("app --password mango shop", True),
        ("usage: app [--password password] server", False),
        ("app --password password] server", True),
        ("--api-key API_KEY       key of the API", False),
        ("When both are given, --token wins.", False),
        ("app --token mango", True),
        ("--match-token NAME=value", False),
        ("docker service create --secret db-pass --name web", False),
        ("app --secret db-pass --name web", True),
        ("aws wafv2 update --lock-token 7b3bcec2-0000-4000-8000-563bf47249f0", False),
        ("aws wafv2 update --auth-token 7b3bcec2-0000-4000-8000-563bf47249f0", True),
    ],
)
def test_what_is_said_of_a_secret_is_none(line: str, secret: bool) -> None:
    assert (REDACTOR.redact(line) != line) is secret
