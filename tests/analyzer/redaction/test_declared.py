"""A type or the number of a field is no value."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    ("line", "secret"),
    [
        ("  string password = 3;", False),
        ("optional string secret_key = 4 [deprecated = true];", False),
        ("shop password = 3;", True),
        ("string password = 3", True),
        ("password: Option<String>,", False),
        ("password: Option<Str1ng9x>,", True),
        ("pub token: Vec<u8>", False),
        ("token: impl Into<String>", False),
        ("credentials: Optional[grpc.ChannelCredentials] = None", False),
        ("credentials: Optional[plum] = None", True),
        ("password varchar(60)", False),
        ("password Varch4r(60", True),
        ("password: PropTypes.string", False),
        ("Password       *uint16", False),
        ("Password       *plum16", True),
    ],
)
def test_a_type_is_no_value(line: str, secret: bool) -> None:
    assert (REDACTOR.redact(line) != line) is secret
