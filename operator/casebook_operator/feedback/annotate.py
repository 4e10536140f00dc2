"""Writes feedback to an Investigation as annotations, with the rights of whoever runs the command."""

import getpass

from casebook_analyzer.models import Feedback
from casebook_operator.feedback.annotations import FIELDS, PROPOSAL, VERDICT
from casebook_operator.investigation.annotating import write_annotations
from casebook_operator.kube import ApiStatusError, KubeClient
from casebook_operator.kube.values import mapping

_SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
"""Who the API server takes the caller for: stable since Kubernetes 1.28, and open to everybody."""


async def annotate(kube: KubeClient, namespace: str, name: str, word: Feedback, *, proposal: int = 0) -> None:
    """Replace all feedback annotations of an Investigation by those of this feedback.

    ``proposal`` is the number of an agent's proposal that it confirms; 0: it confirms none.

    Raises:
        ConfigurationError: There is no such Investigation.
        ClusterRefusedError: The caller may not read or patch it.
        ClusterUnavailableError: The API server does not answer.
    """
    values = {VERDICT: word.verdict.value}
    values |= {key: str(getattr(word, name)) for name, key in FIELDS.items() if getattr(word, name)}
    values |= {PROPOSAL: str(proposal)} if proposal else {}
    hint = "; of one that was deleted, memory itself takes your word: add --memory"
    # What an earlier word said and this one does not must not be taken for its part.
    await write_annotations(kube, namespace, name, values, instead_of=(PROPOSAL, *FIELDS.values()), hint=hint)


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
