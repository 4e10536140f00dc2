"""Which hosts the texts of a failure name, and which Services those are. Pure functions."""

import ipaddress
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casebook_analyzer.text import compiled

NETWORK_TROUBLE = compiled(
    r"(?i)timed? ?out|deadline exceeded|refused|no route to host|unreachable|no such host|name resolution|resolv"
    r"|host not found|unknown ?host|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONN|EHOSTUNREACH|ETIMEDOUT|connection reset"
    r"|dial (?:tcp|udp)|translate host ?name|name or service not known|\b50[234]\b|bad gateway|service unavailable"
    r"|cannot connect|can't connect|could not connect|failed to connect|unable to connect|SERVFAIL|NXDOMAIN"
)
"""How Go, libc, Java, Node.js, Python and proxies say that somebody cannot be reached."""

UNRESOLVED = compiled(
    r"(?i)no such host|ENOTFOUND|NXDOMAIN|name or service not known|unknown ?host|host not found|could not resolve"
    r"|couldn't resolve|translate host ?name|nodename nor servname|failed to resolve|name does not resolve"
)
"""The name server answered that there is no such name, or libc cannot tell that apart."""

DNS_SILENT = compiled(
    r"(?i)EAI_AGAIN|temporary failure in name resolution|SERVFAIL|server misbehaving"
    r"|lookup \S+(?: on \S+)?:.{0,80}(?:timed? ?out|refused|unreachable)|:53: (?:i/o timeout|read|connect)"
)
"""The name server did not answer."""

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"{_LABEL}(?:\.{_LABEL}){{0,9}}\.?"
"""RFC 1123, with the bounds that keep the search short in a hostile line."""
_WHOLE_HOST = re.compile(_HOST)
_MENTIONS = (
    re.compile(rf"(?i)\b[a-z][a-z0-9+.-]{{0,20}}://(?:[^\s/@\"']*@)?(?P<host>{_HOST})(?::(?P<port>\d{{1,5}}))?"),
    re.compile(rf"(?i)\blookup (?P<host>{_HOST})\b"),
    re.compile(
        r"(?i)(?:ENOTFOUND|EAI_AGAIN|UnknownHostException:?|resolve(?: host(?:name)?)?:?|host ?name|server at)"
        rf" [\"'(]{{0,2}}(?P<host>{_HOST})[\"')]{{0,2}}(?:.{{0,30}}?,? port (?P<port>\d{{1,5}}))?"
    ),
    re.compile(rf"(?i)\bhost[=: ][\"']{{0,1}}(?P<host>{_HOST})[\"']{{0,1}}(?:,? port[=: ](?P<port>\d{{1,5}}))?"),
    re.compile(rf"(?i)(?<![\w./-])(?P<host>{_HOST})(?:/\d{{1,3}}(?:\.\d{{1,3}}){{3}})?:(?P<port>\d{{1,5}})\b"),
)
_LAST_PORT = 65_535
_MOST_TEXT = 4_000
"""Characters of one text that are searched: a name far behind is no reason of the failure at its head."""


@dataclass(frozen=True, slots=True)
class CalledPeer:
    """A host that somebody called, and how that went."""

    host: str
    port: int | None = None
    unresolved: bool = False


def troubled_peers(texts: Iterable[str]) -> list[CalledPeer]:
    """The hosts in those texts that tell of network trouble, each once for every port, in order."""
    found: dict[CalledPeer, None] = {}
    for text in texts:
        if NETWORK_TROUBLE.search(text):
            unresolved = bool(UNRESOLVED.search(text))
            found.update(dict.fromkeys(CalledPeer(host, port, unresolved) for host, port in _mentioned(text)))
    return list(found)


def named_peers(values: Iterable[str]) -> list[CalledPeer]:
    """The hosts in values of settings, where a bare word may be a host as well."""
    found: dict[CalledPeer, None] = {}
    for value in values:
        found.update(dict.fromkeys(CalledPeer(host, port) for host, port in _mentioned(value)))
        if _WHOLE_HOST.fullmatch(value):
            found[CalledPeer(value)] = None
    return list(found)


def _mentioned(text: str) -> Iterator[tuple[str, int | None]]:
    for pattern in _MENTIONS:
        for match in pattern.finditer(text[:_MOST_TEXT]):
            port = int(match["port"]) if "port" in pattern.groupindex and match["port"] else None
            if port is None or 0 < port <= _LAST_PORT:
                yield match["host"].lower().rstrip("."), port


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def service_named(host: str, namespace: str) -> tuple[str, str, bool] | None:
    """(namespace, name, whether it can be nothing else) of the Service that a host name may stand for.

    ``db``, ``db.shop``, ``db.shop.svc``, ``db.shop.svc.cluster.local``, and with the name of a pod before these
    (kubernetes.io/docs/concepts/services-networking/dns-pod-service). ``db.shop`` may also be a domain.
    """
    labels = host.split(".")
    if is_address(host) or labels[0] in ("localhost", "") or labels[0].isdigit():
        return None
    if "svc" in labels[1:]:
        place = labels.index("svc", 1)
        return (labels[place - 1], labels[place - 2], True) if place >= 2 else None  # noqa: PLR2004 - name, namespace
    if len(labels) == 1:
        return namespace, labels[0], True
    return (labels[1], labels[0], False) if len(labels) == 2 else None  # noqa: PLR2004 - name, namespace
