"""Writes feedback to an Investigation as annotations, with the rights of whoever runs the command."""

import getpass

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Feedback
from casebook_operator.feedback.annotations import FIELDS, VERDICT, annotated
from casebook_operator.investigation import names
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.values import mapping

FIELD_MANAGER = "casebook-cli"
_SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
"""Who the API server takes the caller for: stable since Kubernetes 1.28, and open to everybody."""


async def annotate(kube: KubeClient, namespace: str, name: str, word: Feedback) -> None:
    """Replace all feedback annotations of an Investigation by those of this feedback.

    Raises:
        ConfigurationError: There is no such Investigation.
        ClusterRefusedError: The caller may not read or patch it.
        ClusterUnavailableError: The API server does not answer.
    """
    path = paths.item(names.KIND, namespace, name)
    try:
        body = await kube.get(path)
        await kube.patch(path, _operations(body, word), field_manager=FIELD_MANAGER)
    except ApiStatusError as error:
        if not error.not_found:
            raise
        raise ConfigurationError(
            f"There is no Investigation {namespace}/{name}. `kubectl get investigations -A` lists what there is; "
            "of one that was deleted, memory itself takes your word: add --memory."
        ) from error


async def whoami(kube: KubeClient) -> str:
    """The caller's name as the API server knows it; where it does not say, that of the login.

    Raises:
        ClusterUnavailableError: The API server does not answer.
    """
    try:
        review = await kube.create(_SELF, {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"})
    except ApiStatusError:
        return login()
    return str(mapping(review, "status", "userInfo").get("username") or login())


def login() -> str:
    """The name of the user who runs this process; empty where the system has none, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _operations(body: Object, word: Feedback) -> list[Object]:
    """A JSON patch. What an earlier word said and this one does not must not be taken for its part."""
    values = {VERDICT: word.verdict.value}
    values |= {key: str(getattr(word, name)) for name, key in FIELDS.items() if getattr(word, name)}
    metadata = body["metadata"]
    test = {"op": "test", "path": "/metadata/uid", "value": metadata["uid"]}
    if not metadata.get("annotations"):
        return [test, {"op": "add", "path": "/metadata/annotations", "value": values}]
    stale = [{"op": "remove", "path": _path(key)} for key in annotated(body) if key not in values]
    return [test, *stale, *({"op": "add", "path": _path(key), "value": value} for key, value in values.items())]


def _path(annotation: str) -> str:
    """RFC 6901: a slash inside a name is ``~1``."""
    return "/metadata/annotations/" + annotation.replace("~", "~0").replace("/", "~1")
