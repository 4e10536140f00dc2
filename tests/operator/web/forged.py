"""Tokens that look as if they could be valid."""

import json
import time
from base64 import urlsafe_b64encode
from typing import Any

HOUR = 3600.0


def forged(number: int = 0, **claims: Any) -> str:
    """A token with these claims and a signature that nobody made."""
    given = {"aud": ["casebook"], "exp": time.time() + HOUR, "number": number} | claims
    parts = ({"alg": "RS256"}, given)
    coded = [urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts]
    return ".".join((*coded, "c2lnbmF0dXJl"))
