"""Under which names the loopback is served.

A page of somebody else may let its own name point to 127.0.0.1 (DNS rebinding) and read what is served there without a
password: the browser then sends that name in ``Host``.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from casebook_operator.settings import Settings

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
"""What this machine is called by itself."""


def is_loopback(host: str) -> bool:
    """Whether an address or ``localhost`` can be reached from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed_hosts(settings: Settings) -> frozenset[str] | None:
    """Names that are answered; None means all of them, where every request says who asks."""
    if not settings.web.open:
        return None
    external = urlsplit(settings.reports.external_url).hostname or ""
    return LOCAL | {settings.web.host, *settings.web.hosts, external} - {""}


def host_of(header: str) -> str:
    """The name in a ``Host`` header, without the port; empty when it is none."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""
