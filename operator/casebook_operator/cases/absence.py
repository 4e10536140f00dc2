"""Whether there is what somebody asks about. Of what is not there nothing can be said, and no case is made."""

from typing import Protocol

from casebook_operator.kube import ApiStatusError, ObjectReader, paths


class AskedAbout(Protocol):
    """What a question is about: a subject of a case, or an entity."""

    @property
    def kind(self) -> str: ...

    @property
    def namespace(self) -> str: ...

    @property
    def name(self) -> str: ...


async def absence(kube: ObjectReader, about: AskedAbout) -> str:
    """Why there is no such object, as a sentence; empty where there is one, and where nobody may tell.

    Raises:
        ClusterRefusedError: The API server refuses the request, and not for want of a right.
        ClusterUnavailableError: The API server does not answer.
    """
    missing = await _missing(kube, about.kind, about.namespace, about.name)
    if missing is None:
        return ""
    if missing.no_such_kind:
        return f"This cluster knows no {about.kind}: no such API is installed."
    if about.namespace and await _missing(kube, "Namespace", "", about.namespace) is not None:
        return f"There is no namespace {about.namespace}."
    whose = f" in the namespace {about.namespace}" if about.namespace else ""
    return f"There is no {about.kind} {about.name}{whose}."


async def _missing(kube: ObjectReader, kind: str, namespace: str, name: str) -> ApiStatusError | None:
    try:
        await kube.get_metadata(paths.item(kind, namespace, name))
    except ApiStatusError as error:
        if error.not_found:
            return error
        if not error.forbidden:
            raise
    return None
