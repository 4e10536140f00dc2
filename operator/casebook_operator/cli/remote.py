"""``--server``: commands that ask a ``casebook web``, so that who reads or attaches needs no way to the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import click
import msgspec

from casebook_analyzer.errors import CasebookError, ConfigurationError

T = TypeVar("T")

COMMANDS = frozenset(
    {
        "attach",
        "explain",
        "family",
        "investigate",
        "knowledge",
        "list",
        "mcp",
        "memory",
        "replay",
        "report",
        "search",
        "show",
        "stats",
        "taxonomy",
        "timeline",
    }
)
"""What can be done through a server. Of groups, some commands: each refuses the others."""
_API = "/api/v1"
_SECONDS = 60
_MOST_BYTES = 16 * 1024 * 1024


class _Refusal(msgspec.Struct, frozen=True):
    """What is printed of a problem (RFC 9457)."""

    title: str
    detail: str = ""


class NotThereError(ConfigurationError):
    """A server has no such thing."""


class _Request(NamedTuple):
    """One that is sent."""

    method: str
    path: str
    query: Sequence[tuple[str, str]] = ()
    """A parameter that is a list stands in it once for each of its values."""
    body: bytes | None = None
    headers: Mapping[str, str] = {}


class RemoteReply(NamedTuple):
    """What a server answered."""

    status: int
    kind: str
    """The content type, without what stands behind it."""
    body: bytes


@dataclass(slots=True)
class RemoteCasebook:
    """A ``casebook web``, asked by its API."""

    url: str
    token: str = field(repr=False)
    of_kubeconfig: bool = False
    """Whether the kubeconfig's user gives the token, once something is asked: his plugin may want him to sign in."""
    token_file: Path | None = None
    """Where the token was read."""

    async def read(self, path: str, kind: type[T], **query: object) -> T:
        """What the API answers at ``path``, below ``/api/v1``. Parameters that are None or empty are left out.

        Raises:
            CasebookError: It cannot be reached, refuses, or is no Casebook that this version understands.
        """
        return await self._answer(_Request("GET", f"{_API}{path}", _given(query)), kind)

    async def change(
        self, method: Literal["POST", "DELETE"], path: str, kind: type[T], file: bytes | None = None, **query: object
    ) -> T:
        """What the API answers to a change, with a file as its body where it takes one. Raises as :meth:`read` does."""
        headers = {"Content-Type": "application/octet-stream"} if file is not None else {}
        return await self._answer(_Request(method, f"{_API}{path}", _given(query), file, headers), kind)

    async def forward(self, path: str, body: bytes, headers: Mapping[str, str]) -> RemoteReply:
        """What is answered to a POST, also where it is a refusal; for programs that run longer than a token holds.

        A token that is not taken is read anew, once, from where it came.

        Raises:
            CasebookError: It cannot be reached, or there is no token.
        """
        asked = _Request("POST", path, (), body, headers)
        found = await self._send(asked)
        if found.status != HTTPStatus.UNAUTHORIZED or not (self.of_kubeconfig or self.token_file):
            return found
        self.token = token_in(self.token_file) if self.token_file else ""
        return await self._send(asked)

    def refusal(self, found: RemoteReply) -> ConfigurationError:
        """What is said of an answer that is none."""
        try:
            problem = msgspec.json.decode(found.body, type=_Refusal)
        except msgspec.MsgspecError:
            return ConfigurationError(f"{self.url} does not answer as a Casebook of this version ({found.status}).")
        ends = "" if problem.title.endswith("?") else "."
        kind = NotThereError if found.status == HTTPStatus.NOT_FOUND else ConfigurationError
        return kind(f"{problem.title}{ends} {problem.detail}".rstrip())

    async def _answer(self, asked: _Request, kind: type[T]) -> T:
        found = await self._send(asked)
        if found.status != HTTPStatus.OK:
            raise self.refusal(found)
        try:
            return msgspec.json.decode(found.body, type=kind)
        except msgspec.MsgspecError as error:
            raise self.refusal(found) from error

    async def _send(self, asked: _Request) -> RemoteReply:
        import aiohttp

        if self.of_kubeconfig and not self.token:
            from casebook_operator.kube.kubeconfig import token_of_user

            self.token = await token_of_user()
        headers = {"Accept": "application/json"} | dict(asked.headers)
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        # A proxy of the environment reads what is not encrypted, also on its way to this machine.
        proxied = not self.token or self.url.startswith("https:")
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, trust_env=proxied) as session,
                session.request(
                    asked.method,
                    f"{self.url}{asked.path}",
                    params=asked.query,
                    data=asked.body,
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
        return RemoteReply(found.status, found.content_type, body)


def _given(query: Mapping[str, object]) -> list[tuple[str, str]]:
    lists = ((name, value if isinstance(value, list) else [value]) for name, value in query.items())
    return [(name, str(one)) for name, several in lists for one in several if one not in (None, "")]


def chosen_server() -> RemoteCasebook | None:
    """The server that was named before the command; None for the database of the settings."""
    server: RemoteCasebook | None = click.get_current_context().find_root().obj
    return server


def only_through_server(context: click.Context, *known: str) -> None:
    """Refuse the other commands of a group, which ask the database.

    Raises:
        click.UsageError: A server was named, and another one was called.
    """
    if chosen_server() and context.invoked_subcommand not in known:
        several = " and ".join(f"`{context.info_name} {one}`" for one in known)
        raise click.UsageError(f"Of `{context.info_name}` a server answers {several}, and nothing else.")


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
    token = token_in(token_file) if token_file else ""
    if token and of_kubeconfig:
        raise click.UsageError("--token-file and --kube-token are two ways to the same: give one of them.")
    if (token or of_kubeconfig) and parts.scheme == "http" and not is_loopback(parts.hostname):
        raise click.UsageError("A token is sent over https, or to this machine.")
    return RemoteCasebook(url.rstrip("/"), token, of_kubeconfig, token_file)


def token_in(file: Path) -> str:
    """The token that a file holds.

    Raises:
        ConfigurationError: There is none, or it cannot be read.
    """
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"The token in {file} cannot be read: {error}.") from error
    if not token or not token.isascii() or not token.isprintable():
        raise ConfigurationError(f"There is no token in {file}.")
    return token


def incident_path(name: str) -> str:
    """Where the API has an incident that is called ``NAMESPACE/NAME``.

    Raises:
        click.UsageError: It is called otherwise.
    """
    namespace, rest = parts_of(name)
    return f"/incidents/{quote(namespace, safe='')}/{quote(rest, safe='')}"


def parts_of(name: str) -> tuple[str, str]:
    """Namespace and name of an incident that is called ``NAMESPACE/NAME``. Raises as :func:`incident_path`."""
    namespace, _, rest = name.partition("/")
    if not namespace or not rest or "/" in rest:
        raise click.UsageError(f"With --server an incident is called NAMESPACE/NAME, and not {name!r}.")
    return namespace, rest
