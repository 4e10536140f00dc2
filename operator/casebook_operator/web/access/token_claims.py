"""What a token says of itself. Anybody may write that: it tells only which tokens cannot be valid. Pure functions."""

import binascii
from base64 import urlsafe_b64decode

import msgspec

CLOCK_SLACK_SECONDS = 60
"""The clock of this machine may be ahead of the API server's."""
_PARTS = 3


class _Claims(msgspec.Struct, frozen=True):
    """Registered claims of a JWT (RFC 7519, 4.1). A ServiceAccount's token of before 1.24 has neither."""

    aud: str | list[str] = msgspec.field(default_factory=list)
    exp: float | None = None


def hopeless(token: str, audience: str, now: float) -> str:
    """Why no API server can accept a token for ``audience`` at ``now`` (seconds since 1970); empty when one may.

    Without an audience it may be any, also one that is no JWT: the API server may ask a webhook whose it is.
    """
    claims = _claims(token)
    if claims is None:
        return "it is no token of the cluster" if audience else ""
    if claims.exp is not None and claims.exp + CLOCK_SLACK_SECONDS < now:
        return "it has expired"
    named = [claims.aud] if isinstance(claims.aud, str) else claims.aud
    return f"it is not meant for the audience {audience}" if audience and audience not in named else ""


def _claims(token: str) -> _Claims | None:
    parts = token.split(".")
    if len(parts) != _PARTS or not all(parts):
        return None
    payload = parts[1]
    try:
        return msgspec.json.decode(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), type=_Claims)
    except (binascii.Error, ValueError, RecursionError):  # of msgspec, too: its errors are ValueErrors
        return None
