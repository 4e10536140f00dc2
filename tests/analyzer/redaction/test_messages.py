"""Messages about secrets, and identifiers, are evidence: they survive byte for byte."""

from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction_policy import RedactionPolicy
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
MESSAGES = (
    "token: open /var/run/secrets/token: no such file or directory",
    'secret "x" not found',
    'secret: "checkout-db" not found',
    "invalid token: expired",
    "invalid token: revoked",
    'get token: Post "https://issuer/token": dial tcp: i/o timeout',
    "failed to get token: oauth2: cannot fetch token: 401",
    "token: rpc error: code = Unavailable desc = connection refused",
    'token: secrets "x" is forbidden',
    "password: authentication failed for user app",
    "error getting credentials - err: exit status 1",
    "checksum/secret: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "image registry.example/token:1.2.3",
)
IDENTIFIERS = (
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "5c9e7d9e-1111-4222-8333-444455556666",
    "GPU-5c9e7d9e-1111-4222-8333-444455556666",
    "checkout-5d9f7c8b6d-x2k9p",
    "9fceb02d0ae598e95dc970b74767f19372d61af8",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "resourceVersion=1712345678",
    "0000:9b:00.0",
    "0a:58:0a:f4:00:1f",
    "containerd://4bf92f3577b34da6a3ce929d0e0e47364bf92f3577b34da6a3ce929d0e0e4736",
    "/usr/lib/jvm/java/lib/security/cacertsDefaultStoreV2/EntrustRootCertificationAuthorityG2",
    "10.96.0.1:443",
    "[fd00::10]:443",
)


@of_every("message", MESSAGES)
def test_a_message_about_a_secret_survives(message: str) -> None:
    assert REDACTOR.redact(message) == message


@of_every("identifier", IDENTIFIERS)
@of_every("line", ["{}", "pod {} failed", "id={}", '{{"id":"{}"}}', "(id {}): gone"])
def test_an_identifier_survives(identifier: str, line: str) -> None:
    text = line.format(identifier)
    assert REDACTOR.redact(text) == text


@of_every(
    "line",
    [
        "token: hunter2 was refused",
        "login failed with password: swordfish",
        "client_secret=checkout-db",
        "failed to log in, token: a8Kd02Lm4Nq6: expired",
        'password: "open sesame"',
        "password=open",
        'key="token=a8Kd02Lm4Nq6"',
        '"{\\"password\\":\\"hun\'ter2\\"}"',
        'api_key: "hunter2"\nInvalidClientTokenId: it is not valid',
    ],
)
def test_a_secret_in_a_message_does_not(line: str) -> None:
    redacted = REDACTOR.redact(line)
    assert "\u2039redacted:" in redacted
    assert not any(secret in redacted for secret in ("hunter2", "ter2", "swordfish", "checkout-db", "a8Kd0", "open"))


def test_addresses_are_taken_out_only_when_it_is_asked_for() -> None:
    line = "dial tcp 10.96.0.1:443 from fd00::10: version 1.2.3, at 05:06:07, on 127.0.0.1 and ::1"
    redacted = Redactor(b"k", RedactionPolicy(addresses=True)).redact(line)
    assert REDACTOR.redact(line) == line
    assert "10.96.0.1" not in redacted
    assert "fd00::10" not in redacted
    assert redacted.count("\u2039redacted:address:") == 2
    assert redacted.endswith(": version 1.2.3, at 05:06:07, on 127.0.0.1 and ::1")
