"""Finds out who asks: by a trusted proxy, by a token of the cluster, or not at all on a machine of one's own."""

from http import HTTPStatus
from typing import final

from starlette.requests import Request

from casebook_operator.kube import KubeClient
from casebook_operator.settings import LogAudience
from casebook_operator.web.access.permissions import Permissions, Person
from casebook_operator.web.access.proxy import Proxy
from casebook_operator.web.access.reader import Anybody, Reader
from casebook_operator.web.access.tokens import Tokens
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web_settings import WebSettings

_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="casebook"'}
_EXPIRED = {"WWW-Authenticate": 'Bearer realm="casebook", error="invalid_token"'}
_BUSY = "Too many tokens from this address were refused. A token that was accepted within the hour still is."


@final
class Authenticator:
    """Tells readers apart as the settings say. Without ``kube`` everybody who asks is :class:`Anybody`."""

    def __init__(self, settings: WebSettings, kube: KubeClient | None, log_text: LogAudience) -> None:
        self._settings = settings
        self._permissions = Permissions(kube, log_text) if kube else None
        self._tokens = Tokens(kube, settings.audience) if kube and settings.tokens else None
        self._proxy = Proxy(settings.proxy)

    async def reader(self, request: Request) -> Reader:
        """The reader that a request comes from.

        Raises:
            PageProblem: (401) Neither a trusted proxy nor a valid token says who asks. (429) Too many tokens of this
                address were refused lately.
            ClusterRefusedError: The API server refuses to look at the token.
            ClusterUnavailableError: The API server does not answer.
        """
        if self._permissions is None:
            return Anybody()
        peer = request.client.host if request.client else ""
        if who := self._proxy.who(peer, request.headers):
            return Person(who, self._permissions)
        if self._tokens is None:
            raise self._unknown("Casebook is read through its proxy, and this request did not come from it.")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise self._unknown("Casebook shows reports to those who may read Investigations in the cluster.")
        answer = await self._tokens.who(token.strip(), peer)
        if answer.busy:
            raise PageProblem(HTTPStatus.TOO_MANY_REQUESTS, "Try again later", _BUSY, headers={"Retry-After": "60"})
        if answer.who is None:
            raise self._refused(answer.error)
        return Person(answer.who, self._permissions)

    def _unknown(self, why: str) -> PageProblem:
        return PageProblem(HTTPStatus.UNAUTHORIZED, "Who are you?", why, *self._how(), headers=_CHALLENGE)

    def _refused(self, error: str) -> PageProblem:
        why = "The token has expired." if "expired" in error else "The API server does not accept this token."
        meant = f" It must be meant for the audience “{self._settings.audience}”." if self._settings.audience else ""
        return PageProblem(
            HTTPStatus.UNAUTHORIZED, "Your token is not valid", why + meant, *self._how(), headers=_EXPIRED
        )

    def _how(self) -> tuple[Advice, ...]:
        if self._tokens is None:
            return (Advice("Use the address that your team gave you for Casebook."),)
        audience = f" --audience {self._settings.audience}" if self._settings.audience else ""
        return (
            Advice("From a terminal, with a browser that needs no token:", "kubectl casebook open"),
            Advice("A token of a ServiceAccount, for an hour:", f"kubectl create token NAME{audience}"),
            Advice(
                "With the token:", 'curl -H "Authorization: Bearer $TOKEN" ' + "https://…/reports/NAMESPACE/NAME.md"
            ),
        )
