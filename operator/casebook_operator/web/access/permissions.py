"""What a user may do, by SubjectAccessReview: the cluster's roles are Casebook's roles."""

import asyncio
from typing import final

from casebook_operator.kube import KubeClient
from casebook_operator.web.access.brief import Brief
from casebook_operator.web.access.reader import Verb, Who

SECONDS = 10.0
"""How long an answer holds: who loses a right loses it here at most so much later."""
_AT_ONCE = 16
"""A list asks for each namespace. More at once would take the API server from others."""
_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"


@final
class Permissions:
    """Asks the API server, and remembers for some seconds."""

    def __init__(self, kube: KubeClient) -> None:
        self._kube = kube
        self._answers: Brief[tuple[Who, Verb, str], bool] = Brief(SECONDS)
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def may(self, who: Who, verb: Verb, namespace: str) -> bool:
        """Raises what :class:`KubeClient` raises: no answer is no permission, and no refusal either."""
        return await self._answers.get((who, verb, namespace), lambda: self._ask(who, verb, namespace))

    async def _ask(self, who: Who, verb: Verb, namespace: str) -> bool:
        attributes = {"group": "casebook.dev", "resource": "investigations", "verb": verb, "namespace": namespace}
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
        return (answer.get("status") or {}).get("allowed") is True


@final
class Person:
    """A reader with a name, who may what the cluster's roles say."""

    def __init__(self, who: Who, permissions: Permissions) -> None:
        self._who = who
        self._permissions = permissions

    @property
    def name(self) -> str:
        return self._who.name

    async def may(self, verb: Verb, namespace: str) -> bool:
        """Asks at most once in ten seconds."""
        return await self._permissions.may(self._who, verb, namespace)
