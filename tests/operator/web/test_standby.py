"""The pages beside a real hot standby, as a process of its own."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from casebook_analyzer.memory import open_memory, upgrade
from tests.analyzer.memory.incidents import make_incident
from tests.operator.cli.conftest import Casebook, casebook, clean_environment
from tests.operator.web.served import Served, served
from tests.patience import PATIENCE
from tests.standbys import Replicated, replicated

__all__ = ["casebook", "clean_environment"]

_TENANT = "cluster-a"


@pytest.fixture(scope="module")
def pair() -> Iterator[Replicated]:
    with replicated() as found:
        upgrade(found.primary)
        found.caught_up()
        yield found


def _settings(pair: Replicated, **others: str) -> dict[str, str]:
    return {
        "CASEBOOK_DATABASE__URL": pair.primary,
        "CASEBOOK_DATABASE__READ_URL": pair.standby,
        "CASEBOOK_CLUSTER__NAME": _TENANT,
        **others,
    }


def _record(pair: Replicated, number: int) -> str:
    """Record a case, as the operator does; the path of its report."""
    case = make_incident(number=number)

    async def record() -> None:
        async with open_memory(pair.primary, tenant=_TENANT, embedder=None) as memory:
            await memory.record(case)

    asyncio.run(record())
    return f"/reports/{case.namespace}/{case.name}.md"


def _metric(web: Served, name: str) -> float:
    lines = httpx.get(f"{web.probes}/metrics").text.splitlines()
    return float(next(line.rpartition(" ")[2] for line in lines if line.startswith(f"{name} ")))


def _wait(web: Served, name: str, wanted: float) -> None:
    """Until a metric has a value: it is looked at every two seconds."""
    end = time.monotonic() + PATIENCE
    while _metric(web, name) != wanted:
        assert time.monotonic() < end, httpx.get(f"{web.probes}/metrics").text
        time.sleep(0.1)


def test_pages_are_read_at_the_standby_and_a_new_report_is_there_at_once(pair: Replicated) -> None:
    old = _record(pair, 1)
    pair.caught_up()
    with served(**_settings(pair)) as web:
        _wait(web, "casebook_database_standby_read", 1.0)
        assert httpx.get(web.url + old).status_code == 200
        _wait(web, 'casebook_database_reads_total{server="standby"}', 2.0)  # the incident, and what is known beside it
        assert _metric(web, "casebook_database_standby_read") == 1
        assert _metric(web, "casebook_database_standby_lag_seconds") == 0
        with pair.paused():
            assert httpx.get(web.url + _record(pair, 2)).status_code == 200


def test_pages_and_readiness_outlive_the_primary(pair: Replicated) -> None:
    report = _record(pair, 3)
    pair.caught_up()
    with served(**_settings(pair)) as web:
        with pair.away("primary"):
            time.sleep(2.5)  # the next look
            assert httpx.get(f"{web.probes}/readyz").status_code == 200
            assert httpx.get(web.url + report).status_code == 200
            assert httpx.get(f"{web.url}/reports/shop/nothing.md").status_code == 503
            assert _metric(web, "casebook_database_standby_lag_seconds") != _metric(
                web, "casebook_database_standby_lag_seconds"
            )  # not a number: nobody knows
        _wait(web, "casebook_database_standby_lag_seconds", 0.0)


def test_probes_tell_strangers_nothing_of_a_standby_that_lags(pair: Replicated) -> None:
    with served(**_settings(pair, CASEBOOK_DATABASE__READ_LAG_SECONDS="0.001")) as web:
        with pair.paused():
            _record(pair, 4)
            _wait(web, "casebook_database_standby_read", 0.0)
            assert _metric(web, "casebook_database_standby_lag_seconds") > 0
            assert httpx.get(f"{web.probes}/readyz").text == "ok\n"
        _wait(web, "casebook_database_standby_read", 1.0)


def _doctor(casebook: Casebook, **settings: str) -> dict[str, Any]:
    findings = json.loads(casebook("doctor", "-o", "json", **settings).stdout)
    return {one["check"]: one for one in findings}


def test_the_doctor_says_how_far_the_standby_is_behind(pair: Replicated, casebook: Casebook) -> None:
    assert "has what the primary has" in _doctor(casebook, **_settings(pair))["standby"]["detail"]
    with pair.paused():
        _record(pair, 5)
        behind = _doctor(casebook, **_settings(pair))["standby"]
    assert behind["verdict"] == "warning"
    assert "behind" in behind["detail"]
    wrong = _doctor(casebook, **_settings(pair) | {"CASEBOOK_DATABASE__READ_URL": pair.primary})["standby"]
    assert wrong["verdict"] == "broken"
    assert "no hot standby" in wrong["detail"]


def test_a_search_of_the_command_line_is_answered_while_the_primary_is_away(
    pair: Replicated, casebook: Casebook
) -> None:
    _record(pair, 6)
    pair.caught_up()
    with pair.away("primary"):
        found = casebook("search", "DATABASE_URL", **_settings(pair, CASEBOOK_MEMORY__EMBEDDER="none"))
    assert found.returncode == 0
    assert "checkout" in found.stdout


def test_a_standby_that_was_never_there_keeps_nothing_from_starting(pair: Replicated) -> None:
    nowhere = pair.standby.replace("/standby/", "/nowhere/")
    with served(**_settings(pair) | {"CASEBOOK_DATABASE__READ_URL": nowhere}) as web:
        assert httpx.get(web.url).status_code == 200
        assert _metric(web, "casebook_database_standby_read") == 0
