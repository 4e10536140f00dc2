"""The other end of a connection, in the one spelling by which several cases are known to mean the same."""

import ipaddress
import re

from casebook_analyzer.text.hosts import is_address

_SCHEME = re.compile(r"^(?:dial +)?(?:(?:tcp|udp)[46]? +)?(?:[a-z][a-z0-9+.-]*://)?(?:[^/@\s]*@)?", re.IGNORECASE)
_HOST = re.compile(
    r"\[?(?P<six>[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*)\]?(?:(?<=\]):(?P<six_port>\d{1,5}))?"
    r"|(?P<host>[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?:/[0-9.]+)?(?::(?P<port>\d{1,5}))?",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,62}[a-z0-9_])?")
_IN_CLUSTER = (".svc.cluster.local", ".svc")
_OWN_POD = frozenset({"localhost", "localhost.localdomain"})
_NAME_LIMIT = 253
_LABELS_OF_SERVICE = 2


def peer_name(written: str, *, namespace: str = "", port: str = "") -> str:
    """``host:port`` or ``host`` of a peer as programs write it; empty where it is none that two programs can share.

    The name of a Service is written with its namespace, so that ``db`` of two namespaces are two peers. A pod's own
    addresses (loopback, ``0.0.0.0``) are nobody else's. ``port`` is one that was written apart.
    """
    bare = _SCHEME.sub("", written.strip(" \"'(),;"))
    found = _HOST.fullmatch(bare.partition("/")[0] if "://" in written else bare)
    if found is None:
        return ""
    host = (found["six"] or found["host"] or "").lower()
    host = _address(host) if found["six"] or is_address(host) else _qualified(host, namespace)
    port = found["six_port"] or found["port"] or port
    if not host or len(host) > _NAME_LIMIT:
        return ""
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown


def _address(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    own = address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast
    return "" if own else str(address)


def _qualified(host: str, namespace: str) -> str:
    labels = host.removesuffix(_IN_CLUSTER[0]).removesuffix(_IN_CLUSTER[1]).split(".")
    if host in _OWN_POD or not all(_LABEL.fullmatch(label) for label in labels):
        return ""
    if host.endswith(_IN_CLUSTER):
        return f"{'.'.join(labels)}.svc"
    if len(labels) == 1:
        return f"{host}.{namespace}.svc" if namespace else ""
    return f"{host}.svc" if len(labels) == _LABELS_OF_SERVICE and labels[1] == namespace else host
