"""Writes annotations to an Investigation, with the rights of whoever runs the command."""

from collections.abc import Iterable, Mapping

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.investigation import names
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.values import mapping

_FIELD_MANAGER = "casebook-cli"


async def write_annotations(
    kube: KubeClient,
    namespace: str,
    name: str,
    values: Mapping[str, str],
    *,
    instead_of: Iterable[str] = (),
    hint: str = "",
) -> None:
    """Set annotations. Those of ``instead_of`` that are there and not among ``values`` go.

    ``hint`` is what else to do where there is no such Investigation.

    Raises:
        ConfigurationError: There is no such Investigation.
        ClusterRefusedError: The caller may not read or patch it, or it is another one by now.
        ClusterUnavailableError: The API server does not answer.
    """
    path = paths.item(names.KIND, namespace, name)
    try:
        body = await kube.get(path)
        await kube.patch(path, _operations(body, values, instead_of), field_manager=_FIELD_MANAGER)
    except ApiStatusError as error:
        if not error.not_found:
            raise
        raise ConfigurationError(
            f"There is no Investigation {namespace}/{name}. `kubectl get investigations -A` lists what there is{hint}."
        ) from error


def _operations(body: Object, values: Mapping[str, str], instead_of: Iterable[str]) -> list[Object]:
    """A JSON patch, refused where the Investigation is another one by now."""
    there = mapping(body, "metadata", "annotations")
    test = {"op": "test", "path": "/metadata/uid", "value": body["metadata"]["uid"]}
    if not there:
        return [test, {"op": "add", "path": "/metadata/annotations", "value": dict(values)}]
    stale = [{"op": "remove", "path": _path(key)} for key in instead_of if key in there and key not in values]
    return [test, *stale, *({"op": "add", "path": _path(key), "value": value} for key, value in values.items())]


def _path(annotation: str) -> str:
    """RFC 6901: a slash inside a name is ``~1``."""
    return "/metadata/annotations/" + annotation.replace("~", "~0").replace("/", "~1")
