"""Where a secret is kept is none; a secret that begins with a slash is one."""

import random
import string

import pytest

from casebook_analyzer.redaction.file_paths import is_path_of_a_file
from casebook_analyzer.redaction.redactor import Redactor

REDACTOR = Redactor(b"a key of this test")


@pytest.mark.parametrize(
    "line",
    [
        'SSL_CTX_use_PrivateKey("/etc/ssl/private/shop.example.com.pem") failed',
        'client.setPassword("/run/secrets/db/password")',
        'credentials.withApiToken("certs/api2.key")',
        "store.setSecretKey('./keys/signing.jks')",
        "db_password: /mosquitto/config/passwd",
        "MYSQL_PASSWORD=/var/lib/kubelet/pods/5f1c7a2e-1111-4d8e-9a55-7be2c0d41f03/volumes/pw",
    ],
)
def test_the_path_of_a_file_stays(line: str) -> None:
    assert REDACTOR.redact(line) == line


@pytest.mark.parametrize(
    "line",
    [
        'SSL_CTX_use_PrivateKey("k7Xq2Lm9Tz4Vw8")',
        'client.setPassword("/k7Xq2Lm9Tz4Vw8/pY3")',
        "MYSQL_PASSWORD=/etc/k7Xq2Lm9Tz4Vw8",
        "MYSQL_PASSWORD=/hunter2",
        "db_password: a/b",
    ],
)
def test_a_password_with_a_slash_goes(line: str) -> None:
    assert REDACTOR.redact(line) != line


def test_base64_that_begins_with_a_slash_is_no_path() -> None:
    rng = random.Random("base64")
    letters = string.ascii_letters + string.digits + "+/"
    made = ["/" + "".join(rng.choices(letters, k=size)) for size in (15, 23, 31, 43) for _ in range(5_000)]
    assert not [text for text in made if is_path_of_a_file(text)]
