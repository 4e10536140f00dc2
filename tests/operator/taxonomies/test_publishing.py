"""What a cluster gets to see when a conclusion is revised or confirmed by another taxonomy."""

import msgspec
import pytest

from casebook_analyzer.models import Category, Incident, Severity
from casebook_operator.investigation import Investigation
from tests.crds.schema import STATUS, problems
from tests.operator.builders import conclusion, incident, investigation
from tests.operator.pipeline.test_publisher import Press


@pytest.fixture
def press() -> Press:
    return Press()


def case() -> Investigation:
    return investigation("Open", category="unknown", confidence=30, taxonomyVersion="old", severity="Critical")


def revised(**changes: object) -> Incident:
    made = conclusion(taxonomy_version="new", **changes)
    return msgspec.structs.replace(incident(), conclusion=made)


async def test_a_revised_conclusion_names_the_taxonomy_and_what_it_was(press: Press) -> None:
    await press.publisher.revised(case(), revised(), "memory is empty")
    assert problems(press.status, STATUS) == []
    assert (press.status["category"], press.status["taxonomyVersion"]) == ("config_error", "new")
    classified = next(one for one in press.status["conditions"] if one["type"] == "Classified")
    assert classified["reason"] == "Revised"
    assert "config_error with confidence 85, was unknown (30); by taxonomy new" in classified["message"]
    ((kind, reason, note),) = press.store.events
    assert (kind, reason) == ("Investigation", "RootCauseRevised")
    assert note.startswith("By taxonomy new, was unknown (30). config_error (85):")


async def test_the_case_stays_open_and_its_times_stay(press: Press) -> None:
    before = case()
    await press.publisher.revised(before, revised(), "")
    kept = press.ledger.get(before.uid)
    assert kept is not None
    assert kept.open
    assert "lastSeen" not in press.status


async def test_severity_and_runbook_are_those_of_the_rule_or_again_those_of_the_signal(press: Press) -> None:
    await press.publisher.revised(case(), revised(severity=Severity.INFO, runbook="https://r"), "")
    assert (press.status["severity"], press.status["runbookURL"]) == ("Info", "https://r")
    await press.publisher.revised(case(), revised(category=Category.UNKNOWN), "")
    assert (press.status["severity"], press.status["runbookURL"]) == ("Warning", "")


async def test_a_confirmed_conclusion_costs_one_field(press: Press) -> None:
    await press.publisher.confirmed(case(), "new")
    assert press.store.statuses == [{"taxonomyVersion": "new"}]
    assert press.store.events == []


async def test_of_an_investigation_that_is_gone_nothing_is_left(press: Press) -> None:
    press.ledger.put(case())
    press.store.gone = True
    await press.publisher.revised(case(), revised(), "")
    assert len(press.ledger) == 0
    assert press.store.events == []
