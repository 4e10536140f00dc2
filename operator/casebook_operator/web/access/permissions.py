"""What a user may do, by SubjectAccessReview: Casebook has no roles beside the cluster's."""

import asyncio
from typing import final

from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import KubeClient
from casebook_operator.kube.objects import status_of
from casebook_operator.settings import LogAudience
from casebook_operator.web.access.reader import Verb, Who
from casebook_operator.web.access.short_cache import ShortCache

SECONDS = 10.0
"""How long an answer holds: who loses a right loses it here at most so much later."""
_AT_ONCE = 16
"""A list asks for each namespace. More at once would take the API server from others."""
_LOGS = {"group": "", "resource": "pods", "subresource": "log", "verb": "get"}
_WRITES = frozenset({"create", "patch"})
"""Who writes reads nothing by it."""
_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"


@final
class Permissions:
    """Asks the API server by SubjectAccessReview, and keeps each answer for :data:`SECONDS`."""

    def __init__(self, kube: KubeClient, log_text: LogAudience) -> None:
        self._kube = kube
        self._log_text = log_text
        self._answers: ShortCache[tuple[Who, Verb, str], bool] = ShortCache(SECONDS)
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def may(self, who: Who, verb: Verb, namespace: str) -> bool:
        """Whether a user may do this to Investigations in a namespace. The answer may be :data:`SECONDS` old.

        Reports quote logs: unless ``evidence.log_text`` says that all may, only who may read these reads them.

        Raises:
            ClusterRefusedError: Casebook itself may not ask.
            ClusterUnavailableError: The API server does not answer, which is neither yes nor no.
        """
        return await self._answers.get((who, verb, namespace), lambda: self._ask(who, verb, namespace))

    async def _ask(self, who: Who, verb: Verb, namespace: str) -> bool:
        cases = {"group": GROUP, "resource": "investigations", "verb": verb, "namespace": namespace}
        if verb in _WRITES or self._log_text is LogAudience.INVESTIGATION_READERS:
            return await self._review(who, cases)
        return await self._review(who, cases) and await self._review(who, _LOGS | {"namespace": namespace})

    async def _review(self, who: Who, attributes: dict[str, str]) -> bool:
        user = {
            "user": who.name,
            "uid": who.uid,
            "groups": list(who.groups),
            "extra": {name: list(values) for name, values in who.extra},
        }
        review = {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SubjectAccessReview",
            "spec": user | {"resourceAttributes": attributes},
        }
        async with self._room:
            answer = await self._kube.create(_REVIEWS, review)
        return status_of(answer).get("allowed") is True


@final
class Person:
    """A reader with a name, who may do what the cluster's roles allow."""

    def __init__(self, who: Who, permissions: Permissions) -> None:
        self._who = who
        self._permissions = permissions

    @property
    def name(self) -> str:
        return self._who.name

    async def may(self, verb: Verb, namespace: str) -> bool:
        """Whether the cluster's roles allow it. The answer may be :data:`SECONDS` old.

        Raises:
            ClusterRefusedError: Casebook itself may not ask.
            ClusterUnavailableError: The API server does not answer.
        """
        return await self._permissions.may(self._who, verb, namespace)
