"""Requests, as the API server's audit log tells them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from typing_extensions import override


class GrantedRight(NamedTuple):
    """One verb on one resource, in the words of RBAC. A part of an object is written ``pods/log``."""

    verb: str
    group: str
    resource: str

    @override
    def __str__(self) -> str:
        """Return it as ``kubectl auth can-i`` is asked: ``get deployments.apps``."""
        resource, slash, part = self.resource.partition("/")
        return f"{self.verb} {resource}{'.' if self.group else ''}{self.group}{slash}{part}"


class AuditedCall(NamedTuple):
    """One request for a resource."""

    right: GrantedRight
    uri: str
    forbidden: bool
    """The authorizer said no; an admission plugin or an object that is going may refuse as well, with the same 403."""


def calls(lines: Iterable[str], user: str) -> Iterator[AuditedCall]:
    """Yield what a user asked of resources, from the lines of an audit log (``audit.k8s.io/v1``).

    A watch occurs twice: when it began and when it ended. A last line that is cut, as the API server still writes it,
    is passed over.
    """
    for line in lines:
        if not line.endswith("\n"):
            continue
        event: dict[str, Any] = msgspec.json.decode(line)
        about = event.get("objectRef") or {}
        if event["user"]["username"] != user or "resource" not in about:
            continue
        part = about.get("subresource", "")
        resource = f"{about['resource']}/{part}" if part else about["resource"]
        right = GrantedRight(event["verb"], about.get("apiGroup", ""), resource)
        decision = (event.get("annotations") or {}).get("authorization.k8s.io/decision")
        yield AuditedCall(right, event["requestURI"], forbidden=decision == "forbid")
