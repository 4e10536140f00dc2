"""Keys of caches, tables and objects are names, however random; keys that open something go."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
RANDOM = "Q8vLz2XkM7bRc5NwYp1H"


@of_every(
    ("line", "secret"),
    [
        (f"partition_key={RANDOM}", False),
        (f"idempotency-key: {RANDOM}", False),
        (f'"siteKey": "{RANDOM}"', False),
        (f"plum_key={RANDOM}", True),
        (f"certificateId: {RANDOM}", False),
        (f"certificate: {RANDOM}", True),
        (f"author: {RANDOM}", False),
        (f"auth: {RANDOM}", True),
        (f"sessionCiphertext: {RANDOM}", False),
        ('{"kvs":[{"key":"L3JlZ2lzdHJ5L3BvZHM="}]}', False),  # /registry/pods
        ('{"kvs":[{"key":"L3JlZ2lzdHJ5L1hxMkxtOVR6NFZ3OA=="}]}', True),  # /registry/Xq2Lm9Tz4Vw8
    ],
)
def test_the_key_of_something_is_a_name(line: str, secret: bool) -> None:
    assert (REDACTOR.redact(line) != line) is secret
