"""Lets readers in, by whatever the settings trust."""

from http import HTTPStatus
from typing import final

from starlette.requests import Request

from casebook_operator.kube import KubeClient
from casebook_operator.settings import WebSettings
from casebook_operator.web.access.permissions import Permissions, Person
from casebook_operator.web.access.proxy import Proxy
from casebook_operator.web.access.reader import Anybody, Reader
from casebook_operator.web.access.tokens import Tokens
from casebook_operator.web.problems import Advice, Problem

_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="casebook"'}
_EXPIRED = {"WWW-Authenticate": 'Bearer realm="casebook", error="invalid_token"'}


@final
class Door:
    """``kube`` may be missing only where nobody is asked who he is."""

    def __init__(self, settings: WebSettings, kube: KubeClient | None) -> None:
        self._settings = settings
        self._permissions = Permissions(kube) if kube else None
        self._tokens = Tokens(kube, settings.audience) if kube and settings.tokens else None
        self._proxy = Proxy(settings.proxy)

    async def reader(self, request: Request) -> Reader:
        """Who asks. Raises :class:`Problem` (401) when nobody says so, or nobody who is believed."""
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
        verdict = await self._tokens.who(token.strip())
        if verdict.who is None:
            raise self._refused(verdict.error)
        return Person(verdict.who, self._permissions)

    def _unknown(self, why: str) -> Problem:
        return Problem(HTTPStatus.UNAUTHORIZED, "Who are you?", why, *self._how(), headers=_CHALLENGE)

    def _refused(self, error: str) -> Problem:
        why = "The token has expired." if "expired" in error else "The API server does not accept this token."
        meant = f" It must be meant for the audience “{self._settings.audience}”." if self._settings.audience else ""
        return Problem(HTTPStatus.UNAUTHORIZED, "Your token is not valid", why + meant, *self._how(), headers=_EXPIRED)

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
