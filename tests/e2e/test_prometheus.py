"""From a failure to the report behind the link of its alert, and back, with real Prometheus, Alertmanager and Chromium.

Named to run after the tests whose memory has to be empty.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.alerting import browser, debian, story
from e2e.alerting.errors import AlertingError
from e2e.alerting.scene import Scene, scene
from e2e.alerting.story import Told
from e2e.demo.world import World

_ABOUT_FAILURES = {"CasebookInvestigationOpen", "CasebookNodeInvestigationOpen", "CasebookFailureRecurs"}
"""What earlier tests of the session made fail again and again is told as well."""
_ABOUT_THE_MACHINE = {"CasebookLoopStarved"}
"""Other programs may need all processors of the machine that tests run on."""


@pytest.fixture(scope="module")
def stage(here: World, light: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    try:
        debian.program("prometheus", "prometheus")
        debian.program("prometheus-alertmanager", "prometheus-alertmanager")
        browser.chromium()
    except AlertingError as error:
        pytest.skip(str(error))
    directory = tmp_path_factory.mktemp("alerting")
    pictures = Path(directory) / "pictures"
    with scene(here, directory, here.operator.settings["CASEBOOK_REPORTS__EXTERNAL_URL"], pictures) as found:
        yield found


@pytest.fixture(scope="module")
def told(stage: Scene) -> Told:
    """A failure, and the message about it."""
    return story.failure(stage)


def test_a_failure_reaches_people_as_one_message_with_links(stage: Scene, told: Told) -> None:
    assert told.alert["status"] == "firing"


def test_its_link_opens_its_report_in_a_browser(stage: Scene, told: Told) -> None:
    story.link_is_followed(stage, told)


def test_operator_and_web_pages_are_both_seen(stage: Scene) -> None:
    story.both_are_seen(stage)


def test_an_alert_of_another_team_is_noted_on_the_open_case(stage: Scene, told: Told) -> None:
    story.alert_is_attached(stage, told)


def test_an_alert_opens_a_case_where_casebook_sees_none(stage: Scene) -> None:
    opened = story.alert_opens(stage)
    story.link_is_followed(stage, opened)


def test_no_rule_that_looks_at_casebook_itself_fires_when_all_is_well(stage: Scene) -> None:
    firing = {sample["metric"]["alertname"] for sample in stage.prometheus.query('ALERTS{alertname=~"Casebook.*"}')}
    assert "CasebookInvestigationOpen" in firing
    assert firing <= _ABOUT_FAILURES | _ABOUT_THE_MACHINE


def test_when_the_workload_is_well_again_its_series_ends(stage: Scene, told: Told) -> None:
    story.recovery_ends_the_series(stage, told)
