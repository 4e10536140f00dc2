"""Reaches Casebook in the cluster from a person's machine, by the person's own kubectl."""

import asyncio
import json
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import final

import msgspec

from casebook_analyzer.errors import ClusterRefusedError, ClusterUnavailableError, ConfigurationError

_LABELS = "app.kubernetes.io/name=casebook,app.kubernetes.io/component=web"
"""Of the chart's Service."""
_PORT = "http"
"""By its name: the number is a value of the chart, and kubectl takes none that the Service does not have."""
_FORWARDING = re.compile(rb"Forwarding from 127\.0\.0\.1:(\d+) ->")
_START_SECONDS = 30
_ANSWER_SECONDS = 30


class Service(msgspec.Struct, frozen=True):
    """Where Casebook is in the cluster."""

    namespace: str
    name: str
    port: str = _PORT


@final
class Kubectl:
    """Runs kubectl with the person's own rights.

    Raises:
        ClusterRefusedError: Any method may raise it, when a command fails.
        ClusterUnavailableError: Any method may raise it, when a command takes longer than 30 seconds.
    """

    def __init__(self, kubeconfig: Path | None = None, context: str | None = None) -> None:
        """Look for kubectl on the PATH.

        Raises:
            ConfigurationError: There is none.
        """
        program = shutil.which("kubectl")
        if program is None:
            raise ConfigurationError(
                "There is no kubectl on the PATH, which forwards the port. Install it, or name an address with --url."
            )
        self._command = [program]
        self._command += [f"--kubeconfig={kubeconfig}"] if kubeconfig else []
        self._command += [f"--context={context}"] if context else []

    async def report_url(self, namespace: str, name: str) -> str:
        """The address that the Investigation itself names; empty when it names none, or is gone."""
        query = ("get", "investigations.casebook.dev", name, f"--namespace={namespace}", "--ignore-not-found")
        return (await self._run(*query, "-o", "jsonpath={.status.reportURL}")).strip()

    async def service(self) -> Service:
        """Casebook's Service, found by the labels of the chart.

        Raises:
            ConfigurationError: There is none, or there are several.
        """
        found = json.loads(await self._run("get", "services", "-A", "-l", _LABELS, "-o", "json"))["items"]
        places = [Service(one["metadata"]["namespace"], one["metadata"]["name"]) for one in found]
        if len(places) == 1:
            return places[0]
        what = "Several Services are Casebook's" if places else f"No Service has the labels {_LABELS}"
        named = f": {', '.join(f'{one.namespace}/{one.name}' for one in places)}" if places else ""
        raise ConfigurationError(f"{what}{named}. Name it with --service NAMESPACE/NAME, or an address with --url.")

    async def token(self, namespace: str, account: str, audience: str) -> str:
        """A token of a ServiceAccount that is valid for an hour. An empty ``audience`` is that of the API server."""
        command = ("create", "token", account, f"--namespace={namespace}", "--duration=1h")
        return (await self._run(*command, *([f"--audience={audience}"] if audience else []))).strip()

    @asynccontextmanager
    async def forwarded(self, service: Service) -> AsyncIterator[str]:
        """Forward the Service to a free port of this machine until the context ends; yields its address."""
        target = ("port-forward", f"--namespace={service.namespace}", f"service/{service.name}", f":{service.port}")
        process = await self._start(*target, "--address=127.0.0.1")
        try:
            yield f"http://localhost:{await _port(process)}"
        finally:
            await _ended(process, process.terminate)

    async def _run(self, *args: str) -> str:
        process = await self._start(*args)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                output, errors = await process.communicate()
        except TimeoutError:
            raise ClusterUnavailableError(f"kubectl {args[0]} did not answer in {_ANSWER_SECONDS} s.") from None
        finally:
            await _ended(process, process.kill)
        if process.returncode:
            raise ClusterRefusedError(f"kubectl {args[0]} {args[1]} failed: {_last(errors)}")
        return output.decode(errors="replace")

    async def _start(self, *args: str) -> Process:
        return await asyncio.create_subprocess_exec(*self._command, *args, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)


async def _ended(process: Process, end: Callable[[], None]) -> None:
    with suppress(ProcessLookupError):
        end()
    await process.wait()


async def _port(process: Process) -> int:
    """The port that kubectl has taken."""
    assert process.stdout is not None  # noqa: S101 - it was asked for
    assert process.stderr is not None  # noqa: S101
    with suppress(TimeoutError):
        async with asyncio.timeout(_START_SECONDS):
            async for line in process.stdout:
                if found := _FORWARDING.search(line):
                    return int(found[1])
            raise ClusterRefusedError(f"kubectl port-forward failed: {_last(await process.stderr.read())}")
    raise ClusterUnavailableError(f"kubectl port-forward did not begin in {_START_SECONDS} s.")


def _last(errors: bytes) -> str:
    lines: Sequence[str] = errors.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
