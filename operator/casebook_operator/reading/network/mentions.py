"""Which hosts the texts of a failure name, and which Services those are. Pure functions."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casebook_analyzer.text import compiled
from casebook_analyzer.text.hosts import is_address

NETWORK_TROUBLE = compiled(
    r"(?i)timed? ?out|deadline exceeded|refused|no route to host|unreachable|no such host|name resolution|resolv"
    r"|host not found|unknown ?host|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONN|EHOSTUNREACH|ETIMEDOUT|connection reset"
    r"|dial (?:tcp|udp)|translate host ?name|name or service not known|\b50[234]\b|bad gateway|service unavailable"
    r"|cannot connect|can't connect|could not connect|failed to connect|unable (?:to )?(?:connect|bootstrap)|SERVFAIL"
    r"|NXDOMAIN|\bnot be established|\bnot established|connection (?:failed|timeout)|open connection to"
    r"|broker \S+ .{0,60}disconnected|transport failure"
)
"""How Go, libc, Java, Node.js, Python, proxies and clients of brokers say that somebody cannot be reached."""

UNRESOLVED = compiled(
    r"(?i)no such host|ENOTFOUND|NXDOMAIN|name or service not known|unknown ?host|host not found|could not resolve"
    r"|couldn't resolve|translate host ?name|nodename nor servname|failed to resolve|name does not resolve"
)
"""The name server answered that there is no such name, or libc cannot tell that apart."""

DNS_SILENT = compiled(
    r"(?i)EAI_AGAIN|\[Errno -3\]|temporary failure in name resolution|SERVFAIL|server misbehaving"
    r"|lookup \S+(?: on \S+)?:.{0,80}(?:timed? ?out|refused|unreachable)|:53: (?:i/o timeout|read|connect)"
)
"""The name server did not answer."""

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"{_LABEL}(?:\.{_LABEL}){{0,9}}\.?"
"""RFC 1123, with the bounds that keep the search short in a hostile line."""
_DOTTED = rf"{_LABEL}(?:\.{_LABEL}){{1,9}}\.?"
_QUOTED = rf"[\"'`(](?P<host>{_HOST})[\"'`)]"
_WHOLE_HOST = re.compile(_HOST)
_RESOLVING = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i)\blookup (?P<host>{_HOST})(?= on |:)",
        rf"(?i)\b(?:ENOTFOUND|EAI_AGAIN|UnknownHostException:?|resolve host(?:name)?:?) [\"'(]?(?P<host>{_HOST})",
        rf"(?i)\b(?:resolve|host ?name|host|can't find|address):? {_QUOTED}",
        rf"(?i)\b(?:resolve|host ?name|can't find) (?P<host>{_DOTTED})(?![\w/-])",
        rf"(?i)(?<![\w./-])(?P<host>{_HOST}): (?:name (?:or service|does not)|temporary failure in name|nodename nor)",
        rf"(?i)(?<![\w./-])(?P<host>{_HOST}): NXDOMAIN",
    )
)
"""How name resolution says which name it was asked for. A bare word is one only in quotes or behind a word that nothing
else follows: "failed to resolve image" is about an image."""
_CALLING = (
    re.compile(rf"(?i)\b[a-z][a-z0-9+.-]{{0,20}}://(?:[^\s/@\"']*@)?(?P<host>{_HOST})(?::(?P<port>\d{{1,5}}))?"),
    re.compile(rf"(?i)\bserver at {_QUOTED}(?:.{{0,30}}?,? port (?P<port>\d{{1,5}}))?"),
    re.compile(rf"(?i)\bserver at (?P<host>{_DOTTED})(?:.{{0,30}}?,? port (?P<port>\d{{1,5}}))?"),
    re.compile(rf"(?i)\bhost(?:name)?[=:] ?[\"']?(?P<host>{_HOST})[\"']?(?:,? port[=: ](?P<port>\d{{1,5}}))?"),
    re.compile(rf"\bServer [\w.-]{{1,64}}/(?P<host>{_HOST}) is DOWN\b"),  # HAProxy src/server.c: backend/server
    re.compile(rf"(?i)(?<![\w./-])(?P<host>{_HOST})(?:/\d{{1,3}}(?:\.\d{{1,3}}){{3}})?:(?P<port>\d{{1,5}})\b"),
)
_ADDRESS_ONLY = _CALLING[-1]
"""A file and its line look the same."""
_NO_HOST = re.compile(
    r"an?|and|are|at|be|by|can|cannot|code|column|connection|caused?|char|container|dependency|dns|errno|error|exit"
    r"|failed|failure|for|from|getaddrinfo|has|host|hostname|id|image|in|info|is|it|line|module|name|no|not|null|of|on"
    r"|or|and|pid|port|reason|reference|registry|server|service|signal|socket|status|step|task|tcp|test|the|thread|time"
    r"|timeout|to|udp|unknown|url|user|was|with|\d+"
)
"""Words that stand where a host could, and are none by themselves."""
FILE_ENDING = re.compile(
    r"c|cc|cfg|class|conf|config|cpp|css?|exs?|go|h|html|ini|java|jsx?|json|kt|log|lua|mjs|php|pl|py|rb|rs|scala|sh|so"
    r"|sql|swift|toml|tsx?|txt|xml|ya?ml"
)
"""Endings of files of programs, which in front of a colon and a number are no domains."""
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
            found.update(dict.fromkeys(_in_trouble(text[:_MOST_TEXT])))
    return list(found)


def _in_trouble(text: str) -> Iterator[CalledPeer]:
    """Unresolved are the names that the text calls so; where it names none so, those that it calls by address."""
    unresolved = bool(UNRESOLVED.search(text))
    resolving = [host for host, _ in _mentioned(text, _RESOLVING)]
    for host in resolving:
        yield CalledPeer(host, None, unresolved)
    for pattern in _CALLING:
        for host, port in _mentioned(text, (pattern,)):
            blamed = host in resolving or (not resolving and pattern is not _ADDRESS_ONLY)
            yield CalledPeer(host, port, unresolved and blamed)


def named_peers(values: Iterable[str]) -> list[CalledPeer]:
    """The hosts in values of settings, where a bare word may be a host as well."""
    found: dict[CalledPeer, None] = {}
    for value in values:
        mentioned = _mentioned(value[:_MOST_TEXT], (*_RESOLVING, *_CALLING))
        found.update(dict.fromkeys(CalledPeer(host, port) for host, port in mentioned))
        if _WHOLE_HOST.fullmatch(value):
            found[CalledPeer(value)] = None
    return list(found)


def _mentioned(text: str, patterns: Iterable[re.Pattern[str]]) -> Iterator[tuple[str, int | None]]:
    for pattern in patterns:
        for match in pattern.finditer(text):
            port = int(match["port"]) if "port" in pattern.groupindex and match["port"] else None
            host = match["host"].lower().rstrip(".")
            if _may_be_host(host) and (port is None or 0 < port <= _LAST_PORT):
                yield host, port


def _may_be_host(host: str) -> bool:
    labels = host.split(".")
    if len(labels) == 1:
        return not _NO_HOST.fullmatch(host)
    return not FILE_ENDING.fullmatch(labels[-1]) and (not labels[-1].isdigit() or is_address(host))


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
