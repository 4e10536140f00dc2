"""A sender of alerts that is no user of the cluster and is recognised by a secret."""

import hmac
from pathlib import Path
from typing import Literal, final

from casebook_analyzer.errors import ConfigurationError

_SHORTEST = 16


@final
class Secret:
    """The secret of ``alerts.secret_file``, read again for every request: Kubernetes replaces it in place."""

    def __init__(self, path: Path) -> None:
        """Check the file once.

        Raises:
            ConfigurationError: The file cannot be read, or holds fewer than 16 bytes.
        """
        self._path = path
        self._read()

    def matches(self, token: str) -> bool:
        """Whether a token is the secret, compared in constant time.

        Raises:
            ConfigurationError: The file cannot be read any more.
        """
        return hmac.compare_digest(self._read(), token.encode())

    def _read(self) -> bytes:
        try:
            secret = self._path.read_bytes().strip()
        except OSError as error:
            raise ConfigurationError(
                f"The webhook's secret {self._path} cannot be read ({error.strerror}). "
                "Name a readable file in CASEBOOK_ALERTS__SECRET_FILE."
            ) from error
        if len(secret) < _SHORTEST:
            raise ConfigurationError(
                f"The webhook's secret {self._path} has {len(secret)} characters; it needs {_SHORTEST} or more."
            )
        return secret


@final
class Bearer:
    """A sender of alerts that knows the secret."""

    async def may(self, verb: Literal["create"], namespace: str) -> bool:  # noqa: ARG002
        """Always: the secret is given to senders so that they can open Investigations, and allows nothing else."""
        return True
