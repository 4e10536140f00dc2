"""A thin asynchronous port to the Kubernetes API: paths in, plain dictionaries out.

The official client's models are strict and drop what they do not know; evidence must survive as the server sent it,
so only the client's configuration, authentication and transport are used. They are imported with the first connection,
as commands on files of a cluster have none.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast
from urllib.request import getproxies

import msgspec

from casebook_analyzer.errors import ClusterRefusedError, ClusterUnavailableError
from casebook_operator.kube.asked_again import first_answer
from casebook_operator.kube.bounded import LARGE, bounded
from casebook_operator.kube.kubeconfig import in_cluster, read_kubeconfig, read_service_account
from casebook_operator.kube.pages import ListPage, at_any_depth, decoded
from casebook_operator.kube.values import Object, text

if TYPE_CHECKING:
    import aiohttp

T = TypeVar("T")

REQUEST_TIMEOUT_SECONDS = 30.0
"""The upper bound of the API server's own latency objective for wide reads (sig-scalability, slos.md)."""

CONNECT_SECONDS = 5.0
"""For a connection to a load balancer that has nobody behind it; REQUEST_TIMEOUT_SECONDS bounds all else."""

LIST_PAGE_SIZE = 100
"""Objects of a page: ordinary ones have 10 KiB, and their page is read and decoded within 10 ms. client-go's 500
(tools/pager/pager.go) would hold up the event loop five times as long."""

LIST_PAGES = 20
"""Pages of a list whose caller does not ask for more: 2,000 pods of one workload."""

ANSWER_BYTES = 2 * 2**20
"""The largest answer that is read. An object has 1.5 MiB at most (etcd, ``--max-request-bytes``), a page mostly less.
Of Events of 1.4 MB, as anybody with a namespace may create, 500 would fill the memory and hold up the event loop."""

OBJECT_BYTES = 16 * 2**20
"""Of JSON of one object, where it may hide no other one: in a list, and in a watch. Each of 1.5 MiB may be a ``<``,
which the API server writes as six characters (Go, encoding/json, ``HTMLEscape``)."""

_SMALLER = 10
"""By how much a page is made smaller that is too large."""

_GROWTH = 2
"""By how much at most the next page is larger: who mixes large objects with small ones makes few pages too large."""

_PAGE_BYTES = ANSWER_BYTES * 3 // 4
"""What a page shall have, where one was too large: nodes have 10 KiB and more, and to ask for each 25 takes 40 requests
instead of 9."""

_OWN = "/apis/casebook.dev/"
"""Of Casebook's own kinds the schemas bound everything, and a Taxonomy may have many rules."""

METADATA_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
"""Metadata alone is what the API server then answers with (kubernetes.io, reference/using-api/api-concepts)."""

_NO_SUCH_KIND = "could not find the requested resource"
"""What the API server says of a kind that is not installed (apimachinery pkg/api/errors, ``NewGenericServerResponse``).
"""


class ApiStatusError(ClusterRefusedError):
    """The API server answered 4xx.

    ``status`` is the HTTP code. ``reason`` is the word for programs, such as ``AlreadyExists`` (apimachinery
    pkg/apis/meta/v1/types.go, ``StatusReason``); it is empty when something in between has answered.
    """

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason

    @property
    def not_found(self) -> bool:
        return self.status == HTTPStatus.NOT_FOUND

    @property
    def no_such_kind(self) -> bool:
        """Whether the kind is not installed: paths of a group that is not are answered without a reason, too."""
        return self.not_found and (not self.reason or _NO_SUCH_KIND in str(self))

    @property
    def forbidden(self) -> bool:
        return self.status in (HTTPStatus.FORBIDDEN, HTTPStatus.UNAUTHORIZED)

    @property
    def already_exists(self) -> bool:
        return self.status == HTTPStatus.CONFLICT and self.reason == "AlreadyExists"


class StreamSilentError(ClusterUnavailableError):
    """An answer without end was silent for too long: its connection may be dead, or nothing happened."""


class AnswerTooLargeError(ClusterRefusedError):
    """The answer is larger than any that is read. It was not read to its end."""


class KubeClient:
    """Reads and writes objects by API path. Create it with :func:`connect`, and close it when done.

    Every request ends after :data:`REQUEST_TIMEOUT_SECONDS` at the latest.

    Raises:
        ApiStatusError: Any request may raise it, for an answer of 4xx other than 429.
        AnswerTooLargeError: Any request but a list may raise it.
        ClusterUnavailableError: Any request may raise it, for what may pass: no connection, a time-out, 429 or 5xx.
    """

    def __init__(self, api: Any) -> None:
        self._api = api
        self._large = asyncio.Lock()
        """One answer of more than :data:`ANSWER_BYTES` is in memory at a time."""

    @property
    def api(self) -> Any:
        """The client of the official library."""
        return self._api

    @property
    def server(self) -> str:
        return str(self._api.configuration.host)

    @property
    def configuration(self) -> Any:
        """The loaded ``kubernetes.aio`` configuration, so that the watches log in the same way."""
        return self._api.configuration

    async def get(self, path: str, **query: str | int) -> Object:
        """An object. It is asked for once more while there is no answer."""
        return await _decode(await first_answer(lambda: self._request("GET", path, query)), path)

    async def get_metadata(self, path: str) -> Object:
        """Name, times and field managers of an object: the server leaves out everything else."""
        return await _decode(await self._request("GET", path, {}, accept=METADATA_ONLY), path)

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._request("GET", path, query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]:
        """The items of a collection, read in pages of ``limit``: ``limit`` times ``pages`` at most.

        Nor are more than ``pages`` times :data:`ANSWER_BYTES` read; a page that is too large is read in smaller ones.
        What lies beyond is left out without a word, so that no list can fill the memory of the caller.
        """
        return [found async for found in self.objects(path, limit=limit, pages=pages, **query)]

    async def objects(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> AsyncGenerator[Object, None]:
        """What :meth:`list` returns, one by one: of 30 MB a page is in memory, and what became of those before."""
        left, room = limit * pages, pages * ANSWER_BYTES
        async with aclosing(self.pages(path, msgspec.Raw, limit=limit, **query)) as found:
            async for page, size in found:
                for content in page.objects[:left]:
                    yield _read_as_object(content, path)
                left -= len(page.objects)
                room -= size
                if room <= 0 or left <= 0:
                    return

    async def pages(
        self, path: str, kind: type[T], *, limit: int = LIST_PAGE_SIZE, **query: str | int
    ) -> AsyncGenerator[tuple[ListPage[T], int], None]:
        """(page, its bytes) of a collection to its end, each object decoded as ``kind``.

        A page that is too large is read in smaller ones, and those after it are as large as may be. ``limit`` is the
        number of objects of the others. Of one object :data:`OBJECT_BYTES` are read.
        """
        token, size = "", limit
        while True:
            asked = {**query, "limit": size, **_continued(token)}
            try:
                content = await self._request("GET", path, asked)
            except AnswerTooLargeError:
                if size > 1:
                    size = max(1, size // _SMALLER)
                    continue
                async with self._large:
                    content = await self._request("GET", path, asked, largest=OBJECT_BYTES)
            page = await at_any_depth(content, lambda found: decoded(found, ListPage[kind]))  # type: ignore[valid-type]
            yield page, len(content)
            token = page.metadata.continue_token or ""
            if not token:
                return
            size = min(limit, _GROWTH * size, _fitting(len(page.objects), len(content)))

    @asynccontextmanager
    async def stream(self, path: str, *, silence: float, **query: str | int) -> AsyncIterator[AsyncIterator[bytes]]:
        """The pieces of an answer without end, as they come. ``silence`` is how many seconds may pass between two.

        Raises:
            StreamSilentError: More have passed.
            ApiStatusError: The API server refuses.
            ClusterUnavailableError: There is no answer, or it broke.
        """
        from aiohttp import ClientTimeout, SocketTimeoutError

        patient = ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=silence)
        with _as_unavailable(self.server):
            response = await self._answer("GET", path, query, timeout=patient)
            try:
                if response.status >= HTTPStatus.BAD_REQUEST:
                    raise _refusal("GET", path, response.status, await _read(response, path, ANSWER_BYTES))
                yield response.content.iter_any()
            except SocketTimeoutError as error:
                raise StreamSilentError(f"The watch of {path} was silent for {silence:.0f} s.") from error
            finally:
                response.close()

    async def create(self, path: str, body: Mapping[str, Any]) -> Object:
        return await _decode(await self._request("POST", path, {}, body), path)

    async def patch(self, path: str, operations: Sequence[Mapping[str, Any]], *, field_manager: str) -> Object:
        """Apply a JSON patch (RFC 6902): all of its operations, or none when one fails.

        Returns the object as it is now. ``field_manager`` is the name under which ``metadata.managedFields`` lists it.
        """
        query = {"fieldManager": field_manager}
        content_type = "application/json-patch+json"
        # The library looks at the type of the body, too, and takes a tuple for none.
        content = await self._request("PATCH", path, query, list(operations), content_type=content_type)
        return await _decode(content, path)

    async def delete(self, path: str, *, uid: str) -> None:
        """Delete the object at a path if it has this ``uid``; the API server refuses it (409) when it has another."""
        await self._request("DELETE", path, {}, {"preconditions": {"uid": uid}})

    async def close(self) -> None:
        await self._api.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _request(
        self,
        method: Literal["GET", "POST", "PATCH", "DELETE"],
        path: str,
        query: Mapping[str, str | int],
        body: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        content_type: str = "application/json",
        accept: str = "application/json, */*",
        largest: int | None = None,
    ) -> bytes:
        with _as_unavailable(self.server):
            response = await self._answer(method, path, query, body, content_type, accept)
            try:
                content = await _read(response, path, largest or ANSWER_BYTES)
            finally:  # who is cancelled leaves no connection to the garbage collector; one that was read is kept
                response.close()
        if response.status >= HTTPStatus.BAD_REQUEST:
            raise _refusal(method, path, response.status, content, response.headers.get("Retry-After", ""))
        return content

    async def _answer(
        self,
        method: Literal["GET", "POST", "PATCH", "DELETE"],
        path: str,
        query: Mapping[str, str | int],
        body: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        content_type: str = "application/json",
        accept: str = "application/json, */*",
        timeout: float | aiohttp.ClientTimeout = REQUEST_TIMEOUT_SECONDS,  # noqa: ASYNC109 - aiohttp's own, of its socket
    ) -> aiohttp.ClientResponse:
        request = await self._api.param_serialize(
            method=method,
            resource_path=path,
            query_params=[(name, str(value)) for name, value in query.items()],
            header_params={"Accept": accept, "Accept-Encoding": "identity", "Content-Type": content_type},
            body=body,
            auth_settings=["BearerToken"],
        )
        answer = await self._api.call_api(*request, _request_timeout=timeout)
        return cast("aiohttp.ClientResponse", answer.response)


@contextmanager
def _as_unavailable(server: str) -> Iterator[None]:
    """What goes wrong below HTTP is said as what people can do about it."""
    from aiohttp import ClientError

    try:
        yield
    except (ClientError, TimeoutError, asyncio.IncompleteReadError, OSError) as error:
        raise ClusterUnavailableError(
            f"The Kubernetes API server {server} cannot be reached ({_why(error)}). "
            "Check that the cluster is up and that the kubeconfig names the right address."
        ) from error


async def _read(response: aiohttp.ClientResponse, path: str, largest: int) -> bytes:
    content = bytearray()
    async for chunk in response.content.iter_any():
        content += chunk
        if len(content) > largest:
            raise AnswerTooLargeError(f"The answer to GET {path} has more than {largest // 2**20} MiB.")
    return bytes(content)


def _fitting(objects: int, size: int) -> int:
    """How many objects a page may have, if they are like these, which had a ``size`` in bytes."""
    return max(1, max(1, objects) * _PAGE_BYTES // size)


def _continued(token: str) -> dict[str, str]:
    return {"continue": token} if token else {}


def _why(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


async def _decode(content: bytes, path: str) -> Object:
    return await at_any_depth(content, lambda found: _read_as_object(found, path))


def _read_as_object(content: bytes | msgspec.Raw, path: str) -> Object:
    """An object as the server has it; one of others within the bounds of :mod:`casebook_operator.kube.bounded`."""
    found = decoded(content, dict[str, Any])
    if len(memoryview(content)) <= LARGE or path.startswith(_OWN):
        return found
    return bounded(found)


def _refusal(
    method: str, path: str, status: int, content: bytes, retry_after: str = ""
) -> ClusterUnavailableError | ApiStatusError:
    reason, message = "", content[:500].decode(errors="replace")
    try:
        answer = json.loads(content)
        reason, message = text(answer, "reason"), str(answer.get("message") or message)
    except (ValueError, AttributeError):
        pass  # a proxy in between may answer with a page of its own
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        wait = float(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0.0
        said = f"The Kubernetes API server answered {method} {path} with {status}: {message}"
        return ClusterUnavailableError(said, retry_after=wait)
    return ApiStatusError(status, reason, message)


async def connect(kubeconfig: Path | None = None, context: str | None = None) -> KubeClient:
    """A client from a kubeconfig file, or from the pod's service account where there is one.

    A file or a context that is named comes before the service account. Nothing is sent to the cluster yet.

    Raises:
        ConfigurationError: There is neither a file nor a service account, or the file cannot be used.
    """
    from kubernetes.aio import client as kubernetes_client

    configuration = kubernetes_client.Configuration()
    if kubeconfig is None and context is None and in_cluster():
        read_service_account(configuration)
    else:
        await read_kubeconfig(configuration, kubeconfig, context)
    # Where a proxy is named aiohttp also reads ~/.netrc, at each request: 3 % of the processor time of a conclusion.
    configuration.client_session_kwargs = {"trust_env": bool(getproxies())}
    configuration.connection_pool_maxsize = 0  # no bound: each watch keeps one, in each namespace that is watched
    return KubeClient(kubernetes_client.ApiClient(configuration=configuration))
