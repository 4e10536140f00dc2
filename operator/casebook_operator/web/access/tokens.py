"""Users by their Kubernetes token, which the API server itself looks at (TokenReview)."""

import asyncio
from hashlib import sha256
from typing import final

import msgspec

from casebook_operator.kube import KubeClient
from casebook_operator.kube.objects import mapping, text
from casebook_operator.web.access.brief import Brief
from casebook_operator.web.access.permissions import SECONDS
from casebook_operator.web.access.reader import Who

_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews"
_AT_ONCE = 16
_LONGEST = 16 * 1024
"""Characters of a token. Those of people with many groups have some thousand."""


class Verdict(msgspec.Struct, frozen=True):
    """Who it is, or why the token says nothing."""

    who: Who | None
    error: str = ""


@final
class Tokens:
    """Asks the API server, and remembers for some seconds. No token is kept: only its digest is."""

    def __init__(self, kube: KubeClient, audience: str) -> None:
        self._kube = kube
        self._audience = audience
        self._answers: Brief[bytes, Verdict] = Brief(SECONDS)
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def who(self, token: str) -> Verdict:
        """Raises what :class:`KubeClient` raises when there is no answer."""
        if len(token) > _LONGEST:
            return Verdict(None, "it is too long to be a token")
        return await self._answers.get(sha256(token.encode()).digest(), lambda: self._ask(token))

    async def _ask(self, token: str) -> Verdict:
        audiences = [self._audience] if self._audience else []
        spec = {"token": token, **({"audiences": audiences} if audiences else {})}
        review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": spec}
        async with self._room:
            answer = await self._kube.create(_REVIEWS, review)
        status = mapping(answer.get("status"))
        if status.get("authenticated") is not True:
            return Verdict(None, text(status.get("error")))
        if audiences and self._audience not in (status.get("audiences") or []):
            # An authenticator that knows no audiences says so by leaving them out (TokenReviewStatus.audiences).
            return Verdict(None, f"it is not meant for the audience {self._audience}")
        return Verdict(_user(mapping(status.get("user"))))


def _user(user: dict[str, object]) -> Who:
    extra = mapping(user.get("extra"))
    return Who(
        name=text(user.get("username")),
        uid=text(user.get("uid")),
        groups=tuple(map(str, _list(user.get("groups")))),
        extra=tuple(sorted((name, tuple(map(str, _list(values)))) for name, values in extra.items())),
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
