"""The process: it starts, says what is wrong, outlives its database, and ends when it is told to."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from casebook_analyzer.memory import upgrade
from casebook_analyzer.memory.database.embedded import start
from tests.operator.cli.conftest import Casebook, casebook, clean_environment, sentence
from tests.operator.kubeconfigs import nobody_listens
from tests.operator.web.conftest import TENANT
from tests.operator.web.served import begun, served

__all__ = ["casebook", "clean_environment"]


def test_it_serves_until_it_is_told_to_stop(told_dsn: str) -> None:
    with begun(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server:
        assert httpx.get(server.url).status_code == 200
        assert httpx.get(f"{server.probes}/readyz").text == "ok\n"
        assert "server" not in httpx.get(server.url).headers
        assert server.stop() == 0


def test_requests_are_counted_by_page_and_not_by_what_strangers_ask_for(told_dsn: str) -> None:
    with served(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server:
        for path in ("/", "/", "/nodes/nothing", "/wp-admin", "/a/b/c"):
            httpx.get(server.url + path)
        metrics = httpx.get(f"{server.probes}/metrics").text
    assert 'casebook_web_requests_total{code="200",page="list"} 2.0' in metrics
    assert 'casebook_web_requests_total{code="404",page="nodes"} 1.0' in metrics
    assert 'casebook_web_requests_total{code="404",page="other"} 2.0' in metrics
    assert 'casebook_web_request_seconds_count{page="list"} 2.0' in metrics
    assert "wp-admin" not in metrics


def test_nothing_but_the_loopback_is_served_without_authentication(casebook: Casebook, dsn: str) -> None:
    done = casebook("web", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_WEB__HOST="0.0.0.0")
    assert "CASEBOOK_WEB__TOKENS=true" in sentence(done)


def test_tokens_need_a_cluster(casebook: Casebook, dsn: str) -> None:
    done = casebook("web", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_WEB__TOKENS="true", CASEBOOK_WEB__PORT="0")
    assert "There is no kubeconfig" in sentence(done)


@pytest.mark.parametrize(
    ("name", "value"),
    [("CASEBOOK_WEB__PORT", "70000"), ("CASEBOOK_WEB__PROXY__PEERS", '["somewhere"]'), ("CASEBOOK_WEB__TOKEN", "true")],
)
def test_a_setting_that_is_wrong_is_named(casebook: Casebook, name: str, value: str) -> None:
    wrong = name.removeprefix("CASEBOOK_").lower().replace("__", ".")
    assert wrong in sentence(casebook("web", **{name: value}))


@pytest.fixture
def own_server() -> Iterator[Path]:
    """A PostgreSQL of this test, which it may stop."""
    folder = Path(tempfile.mkdtemp(prefix="cb-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_a_database_that_goes_away_is_said_on_every_page_until_it_is_back(own_server: Path) -> None:
    server = start(own_server)
    upgrade(server.dsn)
    with served(CASEBOOK_DATABASE__URL=server.dsn) as web:
        assert httpx.get(web.url).status_code == 200
        server.stop()
        away = httpx.get(web.url, headers={"Accept": "text/html"})
        assert away.status_code == 503
        assert "The database does not answer" in away.text
        assert "kubectl get investigations -A" in away.text
        assert str(own_server) not in away.text
        assert away.headers["retry-after"] == "5"
        assert httpx.get(f"{web.url}/reports/shop/x.md").text.startswith("The database does not answer.\n")
        program = httpx.get(f"{web.url}/api/v1/incidents")
        assert (program.status_code, program.json()["title"]) == (503, "The database does not answer")
        assert program.headers["content-type"] == "application/problem+json"
        assert str(own_server) not in program.text
        assert httpx.get(f"{web.probes}/readyz").status_code == 503
        assert httpx.get(f"{web.probes}/healthz").status_code == 200
        again = start(own_server)
        assert httpx.get(web.url).status_code == 200
        again.stop()


def test_it_starts_while_the_database_is_away() -> None:
    with nobody_listens() as port, served(CASEBOOK_DATABASE__URL=f"postgresql://a:s3cr3t@127.0.0.1:{port}/x") as web:
        for found in (httpx.get(web.url), httpx.get(f"{web.url}/api/v1/search?q=x"), httpx.get(f"{web.probes}/readyz")):
            assert found.status_code == 503
            assert not any(word in found.text for word in ("s3cr3t", "127.0.0.1", str(port), "postgresql"))


def test_a_database_without_a_schema_is_refused_at_the_start(casebook: Casebook, empty_dsn: str) -> None:
    done = casebook("web", CASEBOOK_DATABASE__URL=empty_dsn, CASEBOOK_WEB__PORT="0")
    assert "casebook db upgrade" in done.stderr
    assert done.returncode == 1
