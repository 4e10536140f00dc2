"""What a message says beyond the cause: the past incident, what helped, and what people wrote."""

from typing import Any

from casebook_operator.notify.known import Known, known_of

PAST = {
    "subject": "Deployment/shop/checkout",
    "category": "config_error",
    "openedTime": "2026-02-03T10:00:00Z",
    "band": "Strong",
    "resolution": "env added",
    "fixed": True,
    "investigation": "shop/checkout-1",
}


def _past(**changed: Any) -> str:
    return known_of({"similarIncidents": [PAST | changed]}).past


def test_of_a_case_that_nobody_knows_nothing_is_said() -> None:
    assert known_of({}) == known_of({"similarIncidents": [], "suggestedFixes": None, "knowledge": []}) == Known()


def test_the_past_incident_is_told_with_its_day_and_what_ended_it() -> None:
    assert _past() == "Deployment/shop/checkout on 2026-02-03, fixed by: env added"
    deleted = _past(resolution="Deployment shop/checkout was deleted", fixed=False)
    assert deleted.endswith("on 2026-02-03, over without a fix: Deployment shop/checkout was deleted")
    assert _past(resolution="") == "Deployment/shop/checkout on 2026-02-03"


def test_what_is_less_sure_is_told_as_that() -> None:
    assert _past(band="Possible").startswith("perhaps Deployment/shop/checkout")


def test_of_an_incident_that_readers_may_not_see_no_name_is_made_up() -> None:
    assert _past(subject="", resolution="") == "a case of config_error in another namespace on 2026-02-03"
    assert "in cluster-b on" in _past(subject="", resolution="", cluster="cluster-b")


def test_what_people_called_wrong_is_no_past_to_go_by() -> None:
    found = known_of({"similarIncidents": [PAST | {"verdict": "rejected"}, PAST | {"subject": "Deployment/shop/cart"}]})
    assert found.past.startswith("Deployment/shop/cart")
    assert known_of({"similarIncidents": [PAST | {"verdict": "rejected"}]}).past == ""


def test_what_may_be_named_is_told_before_what_may_not() -> None:
    hidden = {"category": "config_error", "band": "Strong", "openedTime": PAST["openedTime"]}
    assert known_of({"similarIncidents": [hidden, PAST]}).past.startswith("Deployment/shop/checkout")


def test_a_fix_says_how_often_it_worked_and_a_proposal_that_nobody_tried_it() -> None:
    fixes = [{"fix": "memory limit 64Mi -> 128Mi", "tried": 2, "succeeded": 1}, {"fix": "more", "tried": 0}]
    assert known_of({"suggestedFixes": fixes}).fix == "memory limit 64Mi -> 128Mi (worked 1 of 2)"
    assert known_of({"suggestedFixes": fixes[1:]}).fix == "more (proposed, and not tried yet)"


def test_the_document_that_fits_best_is_told_with_where_it_is() -> None:
    one = {"source": "runbooks", "path": "oom.md", "title": "Out of memory"}
    assert known_of({"knowledge": [one, {"source": "x", "path": "y"}]}).runbook == "Out of memory (runbooks/oom.md)"
    assert known_of({"knowledge": [{"source": "x", "path": "y"}]}).runbook == "x/y"
