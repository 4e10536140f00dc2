"""Asks an endpoint with OpenAI's API. Where it is comes from settings alone, and it leads nowhere else."""

import asyncio
import ssl
from http import HTTPStatus

import aiohttp

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_operator.reflection.answers import NoAnswerError
from casebook_operator.reflection.circuit import LONGEST_SECONDS, Circuit
from casebook_operator.reflection.question import ModelQuestion
from casebook_operator.reflection.reply import Reply, read_reply, request_of
from casebook_operator.reflection_settings import ModelSettings, ReflectionSettings

ANSWER_BYTES = 256 * 1024
"""Of a response. An answer has some 2 KiB."""
_KEY_BYTES = 8192


class EndpointUnavailableError(CasebookError):
    """The endpoint does not answer now, or asks to be left alone."""

    retryable = True

    def __init__(self, message: str, *, retry_after: float = 0.0, begun: bool = False) -> None:
        """``begun``: whether it may have begun to answer, so that the answer may have to be paid."""
        super().__init__(message)
        self.retry_after = retry_after
        self.begun = begun


class EndpointRefusedError(CasebookError):
    """The endpoint understood the request and refused it: the key, the model or the address is wrong."""


class ModelEndpoint:
    """One endpoint. Close it when it is no longer needed."""

    def __init__(self, settings: ReflectionSettings, circuit: Circuit | None = None) -> None:
        """Nothing is connected or read yet."""
        self._settings = settings
        self._circuit = circuit or Circuit()
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close its connections."""
        if self._session is not None:
            await self._session.close()

    async def ask(self, model: ModelSettings, question: ModelQuestion) -> Reply:
        """One answer of a model.

        Raises:
            NoAnswerError: What came is no answer.
            EndpointUnavailableError: None came.
            EndpointRefusedError: It is not given.
            ConfigurationError: The key or the certificates cannot be read.
        """
        if (pause := self._circuit.remaining) > 0:
            raise EndpointUnavailableError("The endpoint of models did not answer before.", retry_after=pause)
        try:
            content = await self._post(model, question)
        except EndpointUnavailableError as error:
            self._circuit.failed(error.retry_after)
            raise
        self._circuit.went_well()
        return read_reply(content)

    async def _post(self, model: ModelSettings, question: ModelQuestion) -> bytes:
        settings = self._settings
        body = request_of(model.name, question, limit_field=settings.limit_field, answer_tokens=settings.answer_tokens)
        headers = {"Content-Type": "application/json", "Accept": "application/json", **await self._authorization()}
        session = await self._connected()
        begun = False
        try:
            async with asyncio.timeout(settings.timeout_seconds):
                # What it redirects to is not in the settings.
                address = f"{settings.url.rstrip('/')}/chat/completions"
                async with session.post(address, data=body, headers=headers, allow_redirects=False) as response:
                    _check(response)
                    begun = True
                    return await _read(response)
        except aiohttp.ServerTimeoutError as error:
            raise EndpointUnavailableError("The endpoint of models did not answer in time.", begun=True) from error
        except TimeoutError as error:
            raise EndpointUnavailableError("The endpoint of models did not answer in time.", begun=True) from error
        except (aiohttp.ClientError, OSError) as error:
            raise EndpointUnavailableError("The endpoint of models cannot be reached.", begun=begun) from error

    async def _authorization(self) -> dict[str, str]:
        if self._settings.key_file is None:
            return {}
        try:
            key = (await asyncio.to_thread(self._settings.key_file.read_bytes))[:_KEY_BYTES].decode().strip()
        except (OSError, UnicodeError) as error:
            raise ConfigurationError(f"The key in {self._settings.key_file} cannot be read.") from error
        if not key or not key.isprintable() or not key.isascii():
            raise ConfigurationError(f"{self._settings.key_file} holds no key.")
        return {"Authorization": f"Bearer {key}"}

    async def _connected(self) -> aiohttp.ClientSession:
        if self._session is None:
            checks: ssl.SSLContext | bool = True
            if self._settings.ca_file is not None:
                try:
                    checks = await asyncio.to_thread(ssl.create_default_context, cafile=str(self._settings.ca_file))
                except OSError as error:  # as ssl.SSLError is one
                    raise ConfigurationError(f"The certificates in {self._settings.ca_file} cannot be read.") from error
            # The bound is that of the whole: an answer that trickles is no better than none.
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=4, ssl=checks),
                timeout=aiohttp.ClientTimeout(total=None),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session


def _check(response: aiohttp.ClientResponse) -> None:
    """What the response says beside its status is not repeated: it may hold the key, or what was asked."""
    status = response.status
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise EndpointUnavailableError(
            f"The endpoint of models answers with {status}.",
            retry_after=_seconds(response.headers.get("Retry-After", "")),
        )
    if status != HTTPStatus.OK:
        raise EndpointRefusedError(f"The endpoint of models refuses with {status}: see its key, models and address.")


def _seconds(text: str) -> float:
    return min(float(text), LONGEST_SECONDS) if text.isascii() and text.isdecimal() else 0.0


async def _read(response: aiohttp.ClientResponse) -> bytes:
    content = bytearray()
    async for piece in response.content.iter_any():
        content += piece
        if len(content) > ANSWER_BYTES:
            raise NoAnswerError("the endpoint's response is too long")
    return bytes(content)
