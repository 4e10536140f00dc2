"""A server with TLS, started with what the chart renders for it, where the files of its pod would be."""

import base64
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg.conninfo import make_conninfo

from tests.chart.rendered import one, pod_of
from tools.chart.helm import Object

_NOBODY = 65534
_START_SECONDS = 60
PASSWORD = "of-the-owner"


class Server(NamedTuple):
    """One that runs."""

    port: int
    folder: Path
    binaries: Path

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")

    def run(self, container: Object, command: list[str]) -> subprocess.CompletedProcess[bytes]:
        """A command of the server's container, where its files and its port are."""
        path = f"{self.binaries}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PGHOST": str(self.folder), "PGPORT": str(self.port)}
        argv = _here(container, self.folder, command)
        return subprocess.run(argv, env=environment, capture_output=True, check=False)

    def connect(self, url: str, **changes: Any) -> psycopg.Connection:
        """As a client of the chart with this URL; the name of the Service leads here."""
        here = {"hostaddr": "127.0.0.1", "port": self.port, "sslrootcert": self.folder / "tls" / "ca.crt"}
        return psycopg.connect(make_conninfo(url, **{"password": PASSWORD, **here, **changes}), autocommit=True)


def binaries() -> Path | None:
    """Programs of a PostgreSQL that was built with OpenSSL: the one of the wheel was not."""
    on_path = shutil.which("postgres")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if _has_tls(folder)), None)


def _has_tls(folder: Path) -> bool:
    if not (folder / "initdb").exists() or not (folder / "pg_config").exists():
        return False
    asked = subprocess.run([folder / "pg_config", "--configure"], capture_output=True, text=True, check=True)
    return "openssl" in asked.stdout


@contextmanager
def served(objects: list[Object], folder: Path, programs: Path) -> Iterator[Server]:
    """Run it as the image would: the database is made, then the chart's script, then the server with its arguments."""
    for volume, content in mounted(objects).items():
        (folder / volume).mkdir()
        (folder / volume).chmod(0o755)
        put(folder / volume, content)
    data, port = folder / "data", _free_port()
    (folder / "password").write_text(PASSWORD)
    data.mkdir()
    (folder / "log").touch()
    for path in (folder, data, folder / "log"):
        path.chmod(0o755)
        os.chown(path, *_identity())
    common = ("--username=postgres", f"--pwfile={folder / 'password'}", "--auth=scram-sha-256", "--locale=C.UTF-8")
    _run([programs / "initdb", f"--pgdata={data}", *common])
    (container,) = pod_of(objects, "postgresql")["spec"]["containers"]
    given = _here(container, folder, container["args"])
    where = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    told = ["-c", "log_statement=all", "-c", "log_connections=on"]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, *given, *where, *told], stdout=log, stderr=log, **_as_somebody()
        )
    try:
        _wait(programs, folder, port)
        yield Server(port, folder, programs)
    finally:
        process.send_signal(signal.SIGINT)  # SIGTERM waits for clients
        process.wait(_START_SECONDS)


def mounted(objects: list[Object]) -> dict[str, dict[str, bytes]]:
    """Files of the server's pod by volume and name."""
    certificate = one(objects, "Secret", "casebook-postgresql-tls")["data"]
    access = one(objects, "ConfigMap", "casebook-postgresql")["data"]
    return {
        "tls": {name: base64.b64decode(content) for name, content in certificate.items()},
        "access": {name: text.encode() for name, text in access.items()},
    }


def put(folder: Path, content: dict[str, bytes]) -> None:
    """As kubelet does with `defaultMode: 0640` and an fsGroup: root's, and readable by the group of the server."""
    for name, text in content.items():
        path = folder.with_name(f"new-{name}")
        path.write_bytes(text)
        root = os.geteuid() == 0
        path.chmod(0o640 if root else 0o600)
        os.chown(path, 0 if root else -1, _identity()[1])
        path.rename(folder / name)


def _here(container: Object, folder: Path, words: list[str]) -> list[str]:
    """Words of the container, with the places of its mounts replaced by ours."""
    mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"] if "subPath" not in mount}
    places = re.compile("|".join(re.escape(path) for path in mounts))
    return [places.sub(lambda found: str(folder / mounts[found[0]]), word) for word in words]


def _identity() -> tuple[int, int]:
    return (_NOBODY, _NOBODY) if os.geteuid() == 0 else (os.geteuid(), os.getegid())


def _as_somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root."""
    user, group = _identity()
    return {"user": user, "group": group, "extra_groups": ()} if os.geteuid() == 0 else {}


def _run(argv: list[str | Path]) -> None:
    done = subprocess.run(argv, capture_output=True, text=True, check=False, **_as_somebody())
    assert done.returncode == 0, done.stderr


def _wait(programs: Path, folder: Path, port: int) -> None:
    socket_of = ["--host", folder, "--port", str(port), "--timeout", str(_START_SECONDS)]
    for _ in range(_START_SECONDS):
        if subprocess.run([programs / "pg_isready", *socket_of], capture_output=True, check=False).returncode == 0:
            return
        subprocess.run(["sleep", "0.2"], check=True)
    raise AssertionError((folder / "log").read_text(encoding="utf-8"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
