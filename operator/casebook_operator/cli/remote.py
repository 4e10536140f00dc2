"""``--server``: commands that ask a ``casebook web``, so that who reads or attaches needs no way to the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import click
import msgspec

from casebook_analyzer.errors import CasebookError, ConfigurationError

T = TypeVar("T")

COMMANDS = frozenset(
    {"attach", "explain", "family", "investigate", "knowledge", "list", "report", "search", "show", "stats", "timeline"}
)
"""What can be done through a server."""
_SECONDS = 60
_MOST_BYTES = 16 * 1024 * 1024


class _Refusal(msgspec.Struct, frozen=True):
    """What is printed of a problem (RFC 9457)."""

    title: str
    detail: str = ""


class _Request(NamedTuple):
    """One that is sent."""

    method: str
    path: str
    """Below ``/api/v1``."""
    query: Sequence[tuple[str, str]]
    """A parameter that is a list stands in it once for each of its values."""
    file: bytes | None = None


@dataclass(slots=True)
class RemoteCasebook:
    """A ``casebook web``, asked by its API."""

    url: str
    token: str = field(repr=False)
    of_kubeconfig: bool = False
    """Whether the kubeconfig's user gives the token, once something is asked: his plugin may want him to sign in."""

    async def read(self, path: str, kind: type[T], **query: object) -> T:
        """What the API answers at ``path``, below ``/api/v1``. Parameters that are None or empty are left out.

        Raises:
            CasebookError: It cannot be reached, refuses, or is no Casebook that this version understands.
        """
        return await self._answer(_Request("GET", path, _given(query)), kind)

    async def change(
        self, method: Literal["POST", "DELETE"], path: str, kind: type[T], file: bytes | None = None, **query: object
    ) -> T:
        """What the API answers to a change, with a file as its body where it takes one. Raises as :meth:`read` does."""
        return await self._answer(_Request(method, path, _given(query), file), kind)

    async def _answer(self, asked: _Request, kind: type[T]) -> T:
        status, body = await self._send(asked)
        try:
            if status == 200:  # noqa: PLR2004
                return msgspec.json.decode(body, type=kind)
            problem = msgspec.json.decode(body, type=_Refusal)
        except msgspec.MsgspecError as error:
            raise ConfigurationError(f"{self.url} does not answer as a Casebook of this version ({status}).") from error
        ends = "" if problem.title.endswith("?") else "."
        raise ConfigurationError(f"{problem.title}{ends} {problem.detail}".rstrip())

    async def _send(self, asked: _Request) -> tuple[int, bytes]:
        import aiohttp

        if self.of_kubeconfig and not self.token:
            from casebook_operator.kube.kubeconfig import token_of_user

            self.token = await token_of_user()
        headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        headers |= {"Content-Type": "application/octet-stream"} if asked.file is not None else {}
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        # A proxy of the environment reads what is not encrypted, also on its way to this machine.
        proxied = not self.token or self.url.startswith("https:")
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, trust_env=proxied) as session,
                session.request(
                    asked.method,
                    f"{self.url}/api/v1{asked.path}",
                    params=asked.query,
                    data=asked.file,
                    headers=headers,
                    allow_redirects=False,
                ) as found,
            ):
                body = await found.content.read(_MOST_BYTES + 1)
                while len(body) <= _MOST_BYTES and (more := await found.content.read(_MOST_BYTES)):
                    body += more
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise CasebookError(f"{self.url} cannot be reached: {error or type(error).__name__}.") from error
        if len(body) > _MOST_BYTES:
            raise ConfigurationError(f"{self.url} answers more than {_MOST_BYTES >> 20} MiB.")
        return found.status, body


def _given(query: Mapping[str, object]) -> list[tuple[str, str]]:
    lists = ((name, value if isinstance(value, list) else [value]) for name, value in query.items())
    return [(name, str(one)) for name, several in lists for one in several if one not in (None, "")]


def chosen_server() -> RemoteCasebook | None:
    """The server that was named before the command; None for the database of the settings."""
    server: RemoteCasebook | None = click.get_current_context().find_root().obj
    return server


def server_at(url: str, token_file: Path | None, *, of_kubeconfig: bool = False) -> RemoteCasebook:
    """The server at an address. A token is that in the file, or that of the kubeconfig's user.

    Raises:
        click.UsageError: It is no address, a token would go over a network without TLS, or there are two of them.
        ConfigurationError: There is no token in the file.
    """
    from casebook_operator.web.hosts import is_loopback

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise click.UsageError("--server is an address such as https://casebook.example.com.")
    token = token_file.read_text(encoding="utf-8").strip() if token_file else ""
    if token_file and (not token or not token.isascii() or not token.isprintable()):
        raise ConfigurationError(f"There is no token in {token_file}.")
    if token and of_kubeconfig:
        raise click.UsageError("--token-file and --kube-token are two ways to the same: give one of them.")
    if (token or of_kubeconfig) and parts.scheme == "http" and not is_loopback(parts.hostname):
        raise click.UsageError("A token is sent over https, or to this machine.")
    return RemoteCasebook(url.rstrip("/"), token, of_kubeconfig)


def incident_path(name: str) -> str:
    """Where the API has an incident that is called ``NAMESPACE/NAME``.

    Raises:
        click.UsageError: It is called otherwise.
    """
    namespace, _, rest = name.partition("/")
    if not namespace or not rest or "/" in rest:
        raise click.UsageError(f"With --server an incident is called NAMESPACE/NAME, and not {name!r}.")
    return f"/incidents/{quote(namespace, safe='')}/{quote(rest, safe='')}"
