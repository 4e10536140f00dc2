"""The key that turns secrets into pseudonyms: equal secrets look equal, and nobody can look one up."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from casebook_analyzer.errors import ConfigurationError

KEY_BYTES = 32
DIGEST_DIGITS = 12


def load_or_create(path: Path) -> bytes:
    """Read the key, or make one at the first start, in a file that only its owner may read.

    Raises:
        ConfigurationError: The file can be neither read nor made, or holds fewer than :data:`KEY_BYTES` bytes.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
        except FileExistsError:
            pass
        key = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The redaction key {path} cannot be read or made ({error.strerror}). "
            "Name a readable file in CASEBOOK_EVIDENCE__REDACTION_KEY."
        ) from error
    if len(key) < KEY_BYTES:
        raise ConfigurationError(f"The redaction key {path} holds {len(key)} bytes; it needs {KEY_BYTES} random ones.")
    return key


def digest_with(key: bytes) -> Callable[[str], str]:
    """A function from a value to the twelve hexadecimal digits that this key makes of it (HMAC-SHA-256, cut)."""

    def digest(value: str) -> str:
        return hmac.new(key, value.encode(), hashlib.sha256).hexdigest()[:DIGEST_DIGITS]

    return digest
