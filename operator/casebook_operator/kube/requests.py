"""API paths taken apart: the other direction of :mod:`casebook_operator.kube.paths`."""

import re
from typing import NamedTuple
from urllib.parse import unquote

from casebook_operator.kube import paths

_PATH = re.compile(
    r"^/(?:api/(?P<core>v1)|apis/(?P<group>[^/]+)/(?P<version>[^/]+))(?:/namespaces/(?P<namespace>[^/]+))?"
    r"/(?P<plural>[^/]+)(?:/(?P<name>[^/]+))?(?:/(?P<below>log|status|scale))?$"
)


class Request(NamedTuple):
    """What a path asks for. ``name`` is empty for a list."""

    path: str
    group: str
    version: str
    namespace: str
    plural: str
    name: str

    @property
    def collection(self) -> str:
        return self.path.removesuffix(f"/{self.name}") if self.name else self.path

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version


def parse(path: str) -> Request | None:
    match = _PATH.match(path)
    if match is None:
        return None
    parts = {name: unquote(value or "") for name, value in match.groupdict().items()}
    version = parts["core"] or parts["version"]
    return Request(path, parts["group"], version, parts["namespace"], parts["plural"], parts["name"])


def kind_at(request: Request) -> str:
    """The kind that a path leads to; empty when Casebook has no path for it."""
    return _KINDS.get((request.group, request.plural), "")


def _kinds() -> dict[tuple[str, str], str]:
    requests = ((kind, parse(paths.collection(kind))) for kind in paths.KINDS)
    return {(request.group, request.plural): kind for kind, request in requests if request is not None}


_KINDS = _kinds()
