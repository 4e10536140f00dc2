"""Users by their Kubernetes token, which the API server itself looks at (TokenReview)."""

import asyncio
from hashlib import sha256
from time import time
from typing import final

import msgspec
from cachetools import TTLCache

from casebook_operator.kube import KubeClient
from casebook_operator.kube.objects import status_of
from casebook_operator.kube.values import mapping, text, texts
from casebook_operator.token_bucket import TokenBuckets
from casebook_operator.web.access.permissions import SECONDS
from casebook_operator.web.access.reader import Who
from casebook_operator.web.access.short_cache import ShortCache
from casebook_operator.web.access.token_claims import hopeless

_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews"
_AT_ONCE = 16
_LONGEST = 16 * 1024
"""Characters of a token. Those of people with many groups have some thousand."""


REFUSED_PER_MINUTE = 60.0
REFUSED_BURST = 30
"""An address may be an Ingress with many readers behind it: accepted tokens do not count, known ones always pass."""
_ACCEPTED = 10_000
_ACCEPTED_SECONDS = 3600.0
"""The usual life of a token of a ServiceAccount."""


class TokenAnswer(msgspec.Struct, frozen=True):
    """Whose token it is, or why the API server does not accept it."""

    who: Who | None
    error: str = ""
    busy: bool = False
    """Nobody has looked at it: too many tokens of its sender were refused lately."""


@final
class Tokens:
    """Asks the API server whose a token is, and keeps the answer for some seconds by the digest of the token."""

    def __init__(self, kube: KubeClient, audience: str) -> None:
        self._kube = kube
        self._audience = audience
        self._answers: ShortCache[bytes, TokenAnswer] = ShortCache(SECONDS)
        self._strikes = TokenBuckets(per_minute=REFUSED_PER_MINUTE, burst=REFUSED_BURST)
        """How many tokens of each address may turn out to be worthless."""
        self._accepted: TTLCache[bytes, bool] = TTLCache(_ACCEPTED, _ACCEPTED_SECONDS)
        """Digests of tokens that were accepted lately: they are looked at again whatever their neighbours send."""
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def who(self, token: str, peer: str) -> TokenAnswer:
        """Whose token it is, or why it is not accepted. The answer may be some seconds old.

        The API server is not asked about a token that cannot be valid, nor about many of one ``peer`` that are not.

        Raises:
            ClusterRefusedError: Casebook itself may not ask.
            ClusterUnavailableError: The API server does not answer.
        """
        if len(token) > _LONGEST:
            return TokenAnswer(None, "it is too long to be a token")
        why_not = hopeless(token, self._audience, time())
        if why_not:
            return TokenAnswer(None, why_not)
        digest = sha256(token.encode()).digest()
        return await self._answers.get(digest, lambda: self._limited(token, digest, peer))

    async def _limited(self, token: str, digest: bytes, peer: str) -> TokenAnswer:
        known = digest in self._accepted
        if not known and not self._strikes.of(peer).take():
            return TokenAnswer(None, "too many tokens from this address were refused", busy=True)
        answer = await self._ask(token)
        if answer.who is not None:
            self._accepted[digest] = True
            if not known:
                self._strikes.of(peer).give_back()
        return answer

    async def _ask(self, token: str) -> TokenAnswer:
        audiences = [self._audience] if self._audience else []
        spec = {"token": token, **({"audiences": audiences} if audiences else {})}
        review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": spec}
        async with self._room:
            answer = await self._kube.create(_REVIEWS, review)
        status = status_of(answer)
        if status.get("authenticated") is not True:
            return TokenAnswer(None, text(status, "error"))
        if audiences and self._audience not in texts(status, "audiences"):
            # An authenticator that knows no audiences says so by leaving them out (TokenReviewStatus.audiences).
            return TokenAnswer(None, f"it is not meant for the audience {self._audience}")
        return TokenAnswer(_user(mapping(status, "user")))


def _user(user: dict[str, object]) -> Who:
    extra = mapping(user, "extra")
    return Who(
        name=text(user, "username"),
        uid=text(user, "uid"),
        groups=tuple(map(str, _list(user.get("groups")))),
        extra=tuple(sorted((name, tuple(map(str, _list(values)))) for name, values in extra.items())),
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
