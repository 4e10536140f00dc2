"""Killed at any moment, the operator ends with one Investigation, one record and one report."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from casebook_analyzer.memory import resolve_dsn
from e2e import cluster
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from e2e.demo import workloads
from e2e.demo.world import World

pytestmark = pytest.mark.usefixtures("node", "light")

NAMESPACE = "payments"
PACE = {"failing-for-5000": 2.5, "failing-for-2500": 1.5, "failing-for-1000": 0.8, "failing-for-200": 0.0}
"""Workloads that have failed for so many milliseconds, more or less, and seconds until the next one is made."""
LAST = "failing-for-200"


def failing(name: str) -> dict[str, Any]:
    return workloads.deployment(NAMESPACE, name, workloads.container("app", "serve", "--require-env", "REDIS_URL"))


@contextmanager
def database(here: World) -> Iterator[psycopg.Connection[Any]]:
    with resolve_dsn(here.operator.environment["CASEBOOK_DATABASE__URL"]) as dsn, psycopg.connect(dsn) as connection:
        yield connection


def rows(here: World, name: str) -> int:
    with database(here) as connection:
        found = connection.execute("SELECT count(*) FROM incident WHERE name LIKE %s", (f"{name}-%",)).fetchone()
    assert found is not None
    return int(found[0])


def cases(here: World, name: str) -> list[dict[str, Any]]:
    return [case for case in here.investigations(NAMESPACE) if case["spec"]["subjectRef"]["name"] == name]


def assert_once(here: World, name: str) -> None:
    case = here.case(NAMESPACE, name)
    assert len(cases(here, name)) == 1
    assert rows(here, name) == 1
    assert here.report(case).count("\n# ") <= 1
    assert not list((here.operator.directory / "spool").glob(f"{case['metadata']['uid']}*"))


def test_killed_while_the_record_is_written(here: World) -> None:
    with database(here) as connection:
        connection.execute("LOCK TABLE incident IN ACCESS EXCLUSIVE MODE")
        here.apply(failing("held-at-record"))
        here.wait("evidence in the spool", lambda: list((here.operator.directory / "spool").glob("*.json")) or None)
        here.operator.kill()
    here.operator.start()
    assert_once(here, "held-at-record")


def test_killed_between_the_record_and_the_status(here: World) -> None:
    with database(here) as connection:
        connection.execute("LOCK TABLE incident IN ACCESS EXCLUSIVE MODE")
        here.apply(failing("held-at-status"))
        here.wait("evidence in the spool", lambda: list((here.operator.directory / "spool").glob("*.json")) or None)
        server = api_server_pid()
        os.kill(server, signal.SIGSTOP)
    try:
        deadline = time.monotonic() + 60
        while rows(here, "held-at-status") == 0 and time.monotonic() < deadline:
            time.sleep(0.1)
        here.operator.kill()
    finally:
        os.kill(server, signal.SIGCONT)
    here.operator.start()
    assert_once(here, "held-at-status")


@pytest.fixture(scope="module")
def killed_twice(here: World, node: None, light: None) -> None:
    """Killed while workloads have failed for 0.2 to 5 seconds, and again while it takes up what it had begun."""
    for name, seconds in PACE.items():
        here.apply(failing(name))
        time.sleep(seconds)
    here.wait("the first crash", lambda: crashed(here, LAST))
    here.operator.kill()
    here.apply(failing("while-down"))
    here.wait("the first crash", lambda: crashed(here, "while-down"))
    here.operator.start()
    here.operator.kill()
    here.operator.start()


@pytest.mark.parametrize("name", PACE)
def test_killed_at_some_moment(here: World, killed_twice: None, name: str) -> None:
    assert_once(here, name)


def test_what_failed_while_the_operator_was_down_is_found(here: World, killed_twice: None) -> None:
    assert_once(here, "while-down")


def test_the_database_may_go_away_and_come_back(here: World) -> None:
    pid = int((here.operator.directory / "pg" / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGINT)
    here.apply(failing("database-away"))

    def unrecorded() -> bool | None:
        for case in cases(here, "database-away"):
            for condition in case.get("status", {}).get("conditions", ()):
                if (condition["type"], condition["reason"]) == ("Recorded", "DatabaseUnavailable"):
                    assert case["status"]["category"] == "config_error"
                    return True
        return None

    here.wait("a conclusion that could not be recorded", unrecorded)
    assert here.operator.get("/readyz")[0] == 503
    with database(here):
        assert_once(here, "database-away")


def test_the_api_server_may_be_restarted(here: World) -> None:
    cluster.restart("kube-apiserver")
    here.apply(failing("after-restart"))
    assert_once(here, "after-restart")
    here.wait("all watches to be live again", lambda: here.operator.ready() or None)


def crashed(here: World, name: str) -> bool | None:
    shown = here.kubectl("get", "pods", "-n", NAMESPACE, "-l", f"app.kubernetes.io/name={name}", "--no-headers")
    return True if "Error" in shown or "CrashLoopBackOff" in shown else None


def api_server_pid() -> int:
    state = StateDir(Options().state_dir).load()
    assert state is not None
    return next(component.pid for component in state.components if component.name == "kube-apiserver")
