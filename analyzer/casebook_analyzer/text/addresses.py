"""Addresses that strangers wrote, and that a reader may be sent to."""

from urllib.parse import urlsplit

LONGEST = 1_000


def is_web_address(address: str) -> bool:
    """Whether a browser can be sent there: an address of the web, in bounds, without what hides or breaks it."""
    if len(address) > LONGEST or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
