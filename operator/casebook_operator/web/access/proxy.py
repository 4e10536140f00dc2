"""Users by the headers of a proxy that is trusted."""

import hmac
from ipaddress import ip_address
from pathlib import Path
from typing import final

from starlette.datastructures import Headers

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.web.access.reader import Who
from casebook_operator.web_settings import ProxySettings

SECRET_HEADER = "X-Casebook-Proxy-Secret"  # noqa: S105 - the name of a header
_SHORTEST_SECRET = 16
_RESERVED = "system:"
"""Names that Kubernetes keeps for its own parts. A proxy knows people."""
_AUTHENTICATED = "system:authenticated"
"""The group that the API server itself adds to everybody it knows."""


@final
class Proxy:
    """Decides for each request whether it comes from the proxy, and reads its headers only then."""

    def __init__(self, settings: ProxySettings) -> None:
        self._settings = settings
        self._secret = _read(settings.secret_file) if settings.secret_file else b""

    def who(self, peer: str, headers: Headers) -> Who | None:
        """The user that the proxy names; None when it is not the proxy, or when it names nobody."""
        if not self._trusted(peer, headers):
            return None
        names = [name.strip() for name in headers.getlist(self._settings.user_header)]
        if len(names) != 1 or not names[0] or names[0].startswith(_RESERVED):
            return None  # of two headers one may be the client's own
        groups = {group.strip() for line in headers.getlist(self._settings.groups_header) for group in line.split(",")}
        known = sorted(group for group in groups if group and not group.startswith(_RESERVED))
        return Who(name=names[0], groups=(*known, _AUTHENTICATED))

    def _trusted(self, peer: str, headers: Headers) -> bool:
        if not self._settings.configured:
            return False
        given = headers.get(SECRET_HEADER, "").encode()
        if self._settings.secret_file is not None and not hmac.compare_digest(given, self._secret):
            return False
        return not self._settings.peers or self._is_peer(peer)

    def _is_peer(self, peer: str) -> bool:
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self._settings.peers)


def _read(path: Path) -> bytes:
    try:
        secret = path.read_bytes().strip()
    except OSError as error:
        raise ConfigurationError(
            f"The proxy's secret {path} cannot be read ({error.strerror}). Check CASEBOOK_WEB__PROXY__SECRET_FILE."
        ) from error
    if len(secret) < _SHORTEST_SECRET:
        raise ConfigurationError(f"The proxy's secret in {path} is shorter than {_SHORTEST_SECRET} characters.")
    return secret
