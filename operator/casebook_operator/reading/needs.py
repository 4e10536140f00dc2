"""What is read of the Kubernetes API, in the words of RBAC. Rules of roles and a page of the docs are made of it."""

from typing import Literal, NamedTuple

from casebook_operator.kube import paths

Verb = Literal["get", "list"]


class Need(NamedTuple):
    """One verb on the objects of one kind, or on a part of them such as a pod's ``log``."""

    verb: Verb
    kind: str
    subresource: str = ""


Needs = frozenset[Need]

NOTHING: Needs = frozenset()
"""Of a collector that looks only at what its context holds."""

LOGS: Needs = frozenset({Need("get", "Pod", "log")})


def gets(*kinds: str) -> Needs:
    """One object at a time, by its name.

    Raises:
        ValueError: a kind that has no path.
    """
    return frozenset(Need("get", _known(kind)) for kind in kinds)


def lists(*kinds: str) -> Needs:
    """All objects of a kind that a namespace, or the cluster, has.

    Raises:
        ValueError: a kind that has no path.
    """
    return frozenset(Need("list", _known(kind)) for kind in kinds)


def _known(kind: str) -> str:
    if not paths.known(kind):
        raise ValueError(f"There is no path to objects of kind {kind}: kube/paths.py wants a row for it")
    return kind
