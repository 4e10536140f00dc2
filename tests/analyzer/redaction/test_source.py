"""A line of source names variables where a file has values."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    ("line", "secret"),
    [
        ("token := nextOne", False),
        ('token := "nextOne"', True),
        ("token := `nextOne`", True),
        ("Request{Token: nextToken, Size: 3}", False),
        ("Token: nextToken", True),
        ("App\\Auth\\Token::__construct(): Argument #1", False),
        ("credentials=new_credentials,", False),
        ("credentials=plum_orbit,", True),
        ("client_secret=client_secret,", False),
        ("token = Keyword.Type", False),
        ("token = Keyword.Typ3", True),
        ('"X-Api-Key": api_key}', False),
        ('"X-Api-Key": plum_orbit}', True),
        ("password: password,", False),
        ("--password=PASSWORD", False),
        ("--password=PLUMORBIT", True),
        ('append(env, "PWD="+dir)', False),
        ('append(env, "PWD="dir)', True),
        ("token = prod[0]", False),
        ("sessionID := s.transport.getSessionID()", False),
    ],
)
def test_a_variable_is_no_value(line: str, secret: bool) -> None:
    assert (REDACTOR.redact(line) != line) is secret
