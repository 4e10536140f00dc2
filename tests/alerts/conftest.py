"""What the tests of alerts share: the rules as Prometheus reads them, and its own tool to check them."""

import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from e2e.alerting import debian, rules
from e2e.alerting.errors import AlertingError
from tests.patience import PATIENCE

EXTERNAL_URL = "https://casebook.example.com"
RUNBOOK_URL = "https://docs.example.com/runbooks"

Promtool = Callable[..., str]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fetch promtool before the first test that needs it: no test's timeout covers a download."""
    wanted = any("promtool" in getattr(item, "fixturenames", ()) for item in session.items)
    if wanted and not session.config.option.collectonly:
        with suppress(AlertingError):  # the fixture says why
            debian.program("promtool", "prometheus")


@pytest.fixture(scope="session")
def promtool() -> Promtool:
    """Runs promtool and returns what it says; a test fails with its words."""
    try:
        program = debian.program("promtool", "prometheus")
    except AlertingError as error:
        pytest.skip(str(error))

    def run(*arguments: str | Path) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def rule_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All alerts in one file, as the chart makes it."""
    path = tmp_path_factory.mktemp("rules") / "casebook.yaml"
    group = rules.group(external_url=EXTERNAL_URL, runbook_url=RUNBOOK_URL, namespace="casebook")
    path.write_text(yaml.safe_dump(group), encoding="utf-8")
    return path
