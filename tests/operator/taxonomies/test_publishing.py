"""What a cluster gets to see when a conclusion is revised or confirmed by another taxonomy."""

import msgspec
import pytest

from casebook_analyzer.models import Category, ChainRole, ChainStep, Incident, Severity
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.status import OBJECT_BYTES, SERVER_BYTES
from casebook_operator.taxonomies.replay import by_taxonomy
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, conclusion, incident, investigation, rfc, signal
from tests.operator.pipeline.test_publisher import Press


@pytest.fixture
def press() -> Press:
    return Press()


def case() -> Investigation:
    return investigation("Open", category="unknown", confidence=30, taxonomyVersion="old", severity="Critical")


def revised(**changes: object) -> Incident:
    made = conclusion(taxonomy_version="new", **changes)
    return by_taxonomy(msgspec.structs.replace(incident(), conclusion=made), at(60))


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
    kept = press.cases.index.get(before.uid)
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
    press.cases.index.put(case())
    press.store.gone = True
    await press.publisher.revised(case(), revised(), "")
    assert len(press.cases.index) == 0
    assert press.store.events == []


async def test_what_is_revised_is_fitted_together_with_what_is_there_already(press: Press) -> None:
    """A case of a node may have absorbed pods with names of any length; a conclusion of its own comes on top."""
    names = [f"Pod/{'n' * 63}/{'x' * 245}{number}" for number in range(10)]
    groups = [{"namespace": "n" * 63, "failureClass": f"Evicted{number}", "count": 1} for number in range(10)]
    absorbed = {"count": 10, "lastTime": rfc(0), "first": names, "groups": groups}
    before = msgspec.structs.replace(case(), status=case().status | {"absorbed": absorbed})
    chain = tuple(ChainStep(role=ChainRole.CAUSE, text="é" * 200) for _ in range(10))
    await press.publisher.revised(before, revised(chain=chain), "")
    whole = before.status | press.status
    assert len(msgspec.json.encode(whole)) <= OBJECT_BYTES - SERVER_BYTES
    assert problems(whole, STATUS) == []


async def test_of_an_investigation_that_is_gone_what_counted_for_it_is_looked_at_again(press: Press) -> None:
    place = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")
    press.cases.handled.park(case().uid, signal(), place)
    press.store.gone = True
    await press.publisher.confirmed(case(), "new")
    assert press.released == [place]
