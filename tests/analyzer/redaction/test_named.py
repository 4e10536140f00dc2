"""What programs name by a word about secrets stays; the same words with a secret do not."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
ADDRESS = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
DIGEST = "9d4f2c1b8e7a6f5d4c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a2918070f6e5"
CURSOR = "eyJpZCI6NDgyMTMsImRpciI6Im5leHQifQ"


@of_every(
    ("stays", "goes"),
    [
        ("pam_unix(passwd:chauthtok): password changed", "unix(passwd:chaut7htok): changed"),
        (
            "Attempted: EnvironmentCredential: EnvironmentCredential authentication unavailable",
            "Attempted: EnvironmentCredential: k7Xq2Lm9Tz4Vw8 authentication unavailable",
        ),
        ("token: CancellationToken was cancelled", "password: CancellationPassword was refused"),
        ("repo=x credsSecret=repo-2137482913", "repo=x clientSecret=repo-2137482913"),
        ("key_id=key_01JDF3Q8Z6X9V2T5K7M4N1B0CR", "auth_key=key_01JDF3Q8Z6X9V2T5K7M4N1B0CR"),
        (f"cursor={CURSOR} limit=100", f"session={CURSOR} limit=100"),
        (f'"continue": "{CURSOR}"', f'"continue": "{CURSOR}.{CURSOR}.x"'),
        (f"insufficient allowance for token {ADDRESS}", f"signed with the token {ADDRESS}{'0a' * 12}"),
        (f'{{"accessor":"hmac-sha256:{DIGEST}"}}', f"X-Hub-Signature: hmac-sha256={DIGEST}"),
        ("check=serfHealth service_key=api", "check=serfHealth service_key=k7Xq2Lm9Tz4Vw8"),
        ("users with sha256_password_hash: 2)", "users with sha256_password_hash: 23941775"),
        ("invalid config: no bindPW supplied", "invalid config: bindPW supp7Lied"),
    ],
)
def test_a_name_stays_and_a_secret_in_its_place_goes(stays: str, goes: str) -> None:
    assert REDACTOR.redact(stays) == stays
    assert REDACTOR.redact(goes) != goes
