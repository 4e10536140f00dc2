"""A real PostgreSQL with the arguments, rules and certificate that the chart renders: who gets in from the network."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import psycopg
import pytest

from tests.chart.postgres import PASSWORD, Server, binaries, mounted, put, served
from tests.chart.rendered import pod_of
from tests.operator.waiting import until
from tools.chart.helm import Helm, Object

LOGIN = "casebook_web"
_RELOADING = "received SIGHUP, reloading configuration files"


@pytest.fixture(scope="module")
def server(helm: Helm) -> Iterator[Server]:
    programs = binaries()
    if programs is None:
        pytest.skip("needs a PostgreSQL with OpenSSL, such as Debian's")
    folder = Path(tempfile.mkdtemp(prefix="cb-tls-"))  # pytest's own folders are too long for a socket
    try:
        with served(helm.template(), folder, programs) as running:
            _prepare(running)
            yield running
    finally:
        shutil.rmtree(folder)


def _prepare(server: Server) -> None:
    """What the image and the chart's script do, on the socket; Debian's server comes without pgvector."""
    script = (server.folder / "access" / "owner.sql").read_text(encoding="utf-8")
    where = {"host": str(server.folder), "port": server.port, "user": "postgres", "autocommit": True}
    with psycopg.connect(dbname="postgres", **where) as connection:
        connection.execute("CREATE DATABASE casebook")
    with psycopg.connect(dbname="casebook", **where) as connection:
        for statement in script.replace("CREATE EXTENSION vector;", "").split(";\n\n"):
            connection.execute(statement)
        connection.execute(f"CREATE ROLE {LOGIN} LOGIN PASSWORD '{PASSWORD}'")


@pytest.fixture
def url(helm: Helm) -> str:
    """How the web logs in."""
    (container,) = pod_of(helm.template(), "web")["spec"]["containers"]
    (found,) = [one["value"] for one in container["env"] if one["name"] == "CASEBOOK_DATABASE__URL"]
    return str(found)


def test_a_client_of_the_chart_gets_in_with_tls(server: Server, url: str) -> None:
    with server.connect(url) as connection:
        found = connection.execute("SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()
    assert found == (True, "TLSv1.3")


def test_the_owner_gets_in_with_the_password_that_the_image_was_given(server: Server, url: str) -> None:
    with server.connect(url, user="casebook") as connection:
        owner = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()
        connection.execute("CREATE TABLE made (); DROP TABLE made")
    assert owner == (False,)


@pytest.mark.parametrize("user", [LOGIN, "casebook", "postgres"])
def test_nobody_gets_in_without_tls(server: Server, url: str, user: str) -> None:
    with (
        pytest.raises(psycopg.OperationalError, match=r"no encryption|rejects connection"),
        server.connect(url, user=user, sslmode="disable", sslrootcert=""),
    ):
        pass


def test_a_client_believes_no_other_authority(helm: Helm, server: Server, url: str) -> None:
    other = server.folder / "other.crt"
    other.write_bytes(mounted(helm.template({"postgresql": {"tls": {"days": 20}}}))["tls"]["ca.crt"])
    with (
        pytest.raises(psycopg.OperationalError, match="certificate verify failed"),
        server.connect(url, sslrootcert=other),
    ):
        pass


def test_a_client_believes_no_other_server_of_that_authority(server: Server, url: str) -> None:
    with (
        pytest.raises(psycopg.OperationalError, match="does not match host name"),
        server.connect(url, host="casebook-web"),
    ):
        pass


def test_a_wrong_password_does_not_get_in(server: Server, url: str) -> None:
    with (
        pytest.raises(psycopg.OperationalError, match="password authentication failed"),
        server.connect(url, password="guessed"),
    ):
        pass


def test_the_superuser_does_not_get_in_from_the_network(server: Server, url: str) -> None:
    with (
        pytest.raises(psycopg.OperationalError, match=r"pg_hba\.conf rejects connection"),
        server.connect(url, user="postgres"),
    ):
        pass


@pytest.fixture
def container(helm: Helm) -> Object:
    (found,) = pod_of(helm.template(), "postgresql")["spec"]["containers"]
    return cast("Object", found)


@pytest.mark.parametrize("probe", ["startupProbe", "livenessProbe", "readinessProbe"])
def test_probes_say_that_it_serves(server: Server, container: Object, probe: str) -> None:
    done = server.run(container, container[probe]["exec"]["command"])
    assert done.returncode == 0, done.stdout


async def test_a_renewed_certificate_is_used_without_a_restart(
    helm: Helm, server: Server, container: Object, url: str
) -> None:
    probe = container["livenessProbe"]["exec"]["command"]
    os.utime(server.folder / "tls", (0, 0))
    before = server.log().count(_RELOADING)
    assert server.run(container, probe).stderr == b""
    assert server.log().count(_RELOADING) == before, "nothing was renewed"

    put(server.folder / "tls", mounted(helm.template({"postgresql": {"tls": {"days": 30}}}))["tls"])
    assert not _gets_in(server, url), "clients read the new authority at once"
    assert server.run(container, probe).returncode == 0
    await until(lambda: _gets_in(server, url))


async def test_a_certificate_that_cannot_be_used_leaves_the_one_before(
    server: Server, container: Object, url: str
) -> None:
    tls = server.folder / "tls"
    before = (tls / "tls.crt").read_bytes()
    put(tls, {"tls.crt": b"no certificate"})
    assert server.run(container, container["livenessProbe"]["exec"]["command"]).returncode == 0
    await until(lambda: "SSL configuration was not reloaded" in server.log())
    assert _gets_in(server, url)
    put(tls, {"tls.crt": before})


def _gets_in(server: Server, url: str) -> bool:
    try:
        with server.connect(url):
            return True
    except psycopg.OperationalError:
        return False


def test_the_log_never_has_the_password_of_the_owner(server: Server) -> None:
    script = [line for line in server.log().splitlines() if "CREATE ROLE casebook " in line]
    assert script, "the statements are logged"
    assert PASSWORD not in "".join(script)
