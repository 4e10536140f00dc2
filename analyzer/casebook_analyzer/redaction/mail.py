"""Whether what looks like an address of mail is one of a person."""

import re

from casebook_analyzer.redaction.guess import made_up

_ALGORITHM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_NAMES_ALGORITHMS = frozenset({"openssh.com", "libssh.org"})
"""Domains behind names of algorithms that are no standard (RFC 4251, 6)."""
# Domains that only exist inside a cluster or a machine, and unit types of systemd (getty@tty1.service).
_NOT_MAIL = frozenset(
    {"local", "internal", "localdomain", "svc", "service", "socket", "slice", "target", "mount", "timer", "scope"}
)
_NOT_A_PERSON = frozenset({"git", "noreply", "no-reply"} | {"rabbit", "ejabberd", "emqx", "vernemq", "couchdb", "riak"})
"""Accounts of programs, and what programs in Erlang call their own nodes (``name@host``)."""
_CALLS_A_NODE = re.compile(r"(?:\b[Nn]odes?:? ?|Mnesia\()\\{0,2}['\"]\Z")
"""An atom in quotes behind it is the name of a node (Erlang kernel, net_kernel.erl; Mnesia)."""
_NAMES_A_MESSAGE = re.compile(
    r"(?i:\b(?:(?:message-?|msg)id|in-reply-to|references)[=:] ?(?:<[^<>\s]{1,80}>\s{1,4}){0,2}<?|(?P<bare>[ ]id=))\Z"
)
"""Of a mail (RFC 5322, 3.6.4); Exim and Postfix write it so."""
_BEFORE = 200
_VERSION = re.compile(r"v?\d+\.\d")


def of_a_person(match: re.Match[str]) -> bool:
    """An address of a person, not a unit, a host of the cluster, a version or the account of a program."""
    if _is_named_before(match):
        return False
    local, _, domain = match["secret"].lower().rpartition("@")
    if domain in _NAMES_ALGORITHMS and _ALGORITHM.fullmatch(local):
        return False
    if domain.rpartition(".")[2] in _NOT_MAIL or domain.endswith(".gserviceaccount.com") or _VERSION.match(domain):
        return False
    return local not in _NOT_A_PERSON


def _is_named_before(match: re.Match[str]) -> bool:
    """Who logs in to a host, a principal of Kerberos, a node or a mail: what stands before it says so."""
    address = match["secret"]
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    if address.rpartition("@")[2].isupper() and (before.endswith("/") or not address.isupper()):
        return True  # whose realm is in capitals (RFC 4120, 6.1)
    if before.endswith("://") or _CALLS_A_NODE.search(before):
        return True
    named = _NAMES_A_MESSAGE.search(before)
    return named is not None and (named["bare"] is None or made_up(address.partition("@")[0]))
