"""Where pages are. ``status.reportURL`` and alerts point here, so that an address lasts."""

from urllib.parse import quote


def report_path(namespace: str, name: str) -> str:
    """The report of an Investigation."""
    return f"/reports/{_part(namespace)}/{_part(name)}"


def markdown_path(namespace: str, name: str) -> str:
    """The report of an Investigation as Markdown."""
    return f"{report_path(namespace, name)}.md"


def exhibit_path(namespace: str, name: str, digest: str) -> str:
    """All of a text that somebody attached to a report."""
    return f"{report_path(namespace, name)}/exhibits/{_part(digest)}"


def attach_path(namespace: str, name: str) -> str:
    """Where readers attach files to a report, and see what is attached."""
    return f"{report_path(namespace, name)}/attach"


def erase_path(namespace: str, name: str, digest: str) -> str:
    """Where readers erase what somebody attached to a report."""
    return f"{exhibit_path(namespace, name, digest)}/erase"


def family_path(family: str) -> str:
    """The page of a family: all incidents of one signature."""
    return f"/families/{_part(family)}"


def subject_path(subject: str) -> str:
    """The timeline of a workload: ``Deployment/shop/checkout``. Nodes and namespaces have pages of their own."""
    kind, _, name = subject.partition("/")
    of_kind = {"Node": node_path, "Namespace": namespace_path}.get(kind)
    return of_kind(name) if of_kind else f"/subjects/{quote(subject, safe='/')}"


def node_path(name: str) -> str:
    """The page of a node: its own faults, and the pods that failed on it."""
    return f"/nodes/{_part(name)}"


def namespace_path(name: str) -> str:
    """The timeline of everything in a namespace."""
    return f"/namespaces/{_part(name)}"


def _part(text: str) -> str:
    return quote(text, safe="")
