"""What hides a value, or says where it is kept, stays; what was made up in the same shape goes."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    ("value", "secret"),
    [
        ("ghp_****", False),
        ("ghp_k7Xq2Lm9Tz4Vw8k7Xq2Lm9Tz4Vw8k7Xq2L", True),
        ("****1234", False),
        ("sk-...abcd", False),
        ("abcdefghijk****", True),  # more is left than a hint
        ("\u2588\u2588\u2588\u2588\u2588", False),
        ("XXXX-XXXX-XXXX", False),
        ("--redacted--", False),
        ("%5BFILTERED%5D", False),
        ('"<elided>"', False),
        ('"<changeme>"', False),
        ('"<Corr3ct9Horse>"', True),
        ("TBD", False),
        ("INSERT_KEY", False),
        ('"<%= ENV[x] %>"', False),
        ("#{DB_PASSWORD}#", False),
        ("*default_password", False),
        ("*D3fault", True),
        ("ENC[AES256_GCM,data:q8Vk,type:str]", False),
        ("vault:v1:8SDd3WHDOjf7mq69CyCqYjBX", False),
        ("ssm:/prod/db/password", False),
        ("ssm:/prod/db/k7Xq2Lm9Tz4", True),
        ("secretref:db-token", False),
        ("printf:%s", True),
        ("%v\\n", False),
    ],
)
def test_what_hides_a_value_is_none(value: str, secret: bool) -> None:
    line = f"password: {value}"
    assert (REDACTOR.redact(line) != line) is secret
