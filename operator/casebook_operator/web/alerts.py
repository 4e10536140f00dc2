"""``POST /api/v1/alerts``: the webhook of Alertmanager. A program asks, so every answer is JSON."""

import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import final

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.alerts import metrics
from casebook_operator.alerts.notification_queue import BusyError, NotificationQueue
from casebook_operator.alerts.outcome import Receipt
from casebook_operator.alerts.payload import MAX_BYTES, UnreadablePayloadError, read_payload
from casebook_operator.alerts.receiver import Receiver
from casebook_operator.alerts.rights import Caller
from casebook_operator.kube import KubeClient
from casebook_operator.scope import Scope
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.settings import Settings
from casebook_operator.web.access.authenticator import Authenticator
from casebook_operator.web.access.reader import Anybody
from casebook_operator.web.access.secret import Bearer, Secret
from casebook_operator.web.body import body_of
from casebook_operator.web.problems import PageProblem

log = structlog.get_logger(__name__)

PATH = "/api/v1/alerts"
_RETRY = {"Retry-After": "5"}


@final
@dataclass(frozen=True, slots=True)
class Webhook:
    """The endpoint. ``receiver`` is None when there is no cluster to open Investigations in."""

    receiver: Receiver | None
    authenticator: Authenticator
    secret: Secret | None
    queue: NotificationQueue

    async def post(self, request: Request) -> Response:
        """Handle one notification. Its body is read only once its sender is known and there is room for it."""
        try:
            async with self.queue.enter():
                caller = await self._caller(request)
                receipt = await self._received(await _body(request), caller)
        except BusyError as error:
            return _refusal("busy", HTTPStatus.SERVICE_UNAVAILABLE, str(error), _RETRY)
        except PageProblem as problem:
            return _refusal(_OUTCOMES.get(problem.status, "invalid"), problem.status, problem.text, problem.headers)
        except UnreadablePayloadError as error:
            return _refusal("invalid", HTTPStatus.BAD_REQUEST, str(error))
        except CasebookError as error:
            log.warning("alerts_not_taken", error=str(error))
            return _refusal("retried", HTTPStatus.SERVICE_UNAVAILABLE, "Casebook cannot ask the cluster now.", _RETRY)
        return _answer(receipt)

    async def _caller(self, request: Request) -> Caller:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if self.secret is not None and scheme.lower() == "bearer" and self.secret.matches(token.strip()):
            return Bearer()
        reader = await self.authenticator.reader(request)
        if isinstance(reader, Anybody):
            raise PageProblem(HTTPStatus.UNAUTHORIZED, "Who are you?", _NOBODY)
        return reader

    async def _received(self, body: bytes, caller: Caller) -> Receipt:
        if self.receiver is None:
            raise PageProblem(HTTPStatus.SERVICE_UNAVAILABLE, "No cluster", _NO_CLUSTER)
        return await self.receiver.receive(read_payload(body), caller)


def alert_route(settings: Settings, kube: KubeClient | None, authenticator: Authenticator) -> Route:
    """The route of the webhook. It checks senders itself, because a secret is no token of the cluster."""
    receiver = None
    if kube is not None:
        # A key of this process: the operator redacts again with the lasting one, and no secret is left by then.
        sanitizer = Sanitizer(secrets.token_bytes(KEY_BYTES), settings.evidence.redaction.policy)
        receiver = Receiver(kube, scope=Scope.of(settings), cases=settings.cases, sanitizer=sanitizer)
    secret = Secret(settings.alerts.secret_file) if settings.alerts.secret_file else None
    webhook = Webhook(receiver, authenticator=authenticator, secret=secret, queue=NotificationQueue())
    return Route(PATH, webhook.post, methods=["POST"])


_NOBODY = (
    "Alerts are taken from senders that are known: set CASEBOOK_WEB__TOKENS=true, or a secret in "
    "CASEBOOK_ALERTS__SECRET_FILE."
)
_NO_CLUSTER = "This Casebook reads its database alone and knows no cluster to open Investigations in."
_OUTCOMES = {
    HTTPStatus.UNAUTHORIZED: "unauthenticated",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.TOO_MANY_REQUESTS: "busy",
    HTTPStatus.SERVICE_UNAVAILABLE: "retried",
}


async def _body(request: Request) -> bytes:
    """All of it, within bounds. A browser that was talked into sending it cannot say that it is JSON without asking."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise PageProblem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Not JSON", "Send Content-Type: application/json.")
    late = "The body did not arrive in time."
    return await body_of(request, most=MAX_BYTES, too_large=_TOO_LARGE, too_slow=late)


_TOO_LARGE = f"A notification may have {MAX_BYTES // 1024} KiB. Set max_alerts of the receiver, 50 for example."


def _answer(receipt: Receipt) -> Response:
    status = receipt.status
    outcome = {HTTPStatus.FORBIDDEN: "forbidden", HTTPStatus.SERVICE_UNAVAILABLE: "retried"}.get(status, "accepted")
    metrics.NOTIFICATIONS.labels(outcome=outcome).inc()
    headers = _RETRY if status is HTTPStatus.SERVICE_UNAVAILABLE else {}
    return _json(receipt, status, headers)


def _refusal(outcome: str, status: HTTPStatus, error: str, headers: dict[str, str] | None = None) -> Response:
    metrics.NOTIFICATIONS.labels(outcome=outcome).inc()
    return _json({"error": error}, status, headers or {})


def _json(content: Receipt | dict[str, str], status: HTTPStatus, headers: dict[str, str]) -> Response:
    return Response(msgspec.json.encode(content), status, headers, media_type="application/json")
