"""A program that runs beside the cluster for as long as it is needed."""

from __future__ import annotations

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from e2e.alerting.errors import AlertingError

_START_SECONDS = 120.0
_STOP_SECONDS = 15.0
_OK = 200


@contextmanager
def service(
    name: str, command: list[str], *, directory: Path, ready: str, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a command until the context ends; it begins when the address in ``ready`` answers with 200."""
    log = directory / f"{name}.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, cwd=directory, env=environment, stdout=sink, stderr=sink, start_new_session=True
        )
    try:
        deadline = time.monotonic() + _START_SECONDS
        while fetch(ready)[0] != _OK:
            if process.poll() is not None or time.monotonic() > deadline:
                tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
                raise AlertingError(f"{name} does not start; its log:\n{tail}")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def fetch(url: str, *, body: bytes | None = None) -> tuple[int, str]:
    """GET, or POST where there is a body; status 0 where nothing answers. Proxies of the environment are not asked."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data=body), timeout=5) as answer:  # noqa: S310 (loopback)
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)
