"""Prometheus sees exactly the cases that are open now, and never more series than it can bear."""

from typing import Any

import pytest
from prometheus_client import REGISTRY

from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.open_series import OpenSeries, open_series
from casebook_operator.investigation import Investigation
from tests.operator.builders import NODE_SUBJECT, investigation, subject


def case(name: str, state: str = "Open", *, created: float = 1, **status: Any) -> Investigation:
    return investigation(state, about=subject(name=name, uid=name), uid=f"uid-{name}", created=created, **status)


def index(*cases: Investigation) -> InvestigationIndex:
    made = InvestigationIndex()
    for one in cases:
        made.put(one)
    return made


def samples(series: OpenSeries, name: str) -> dict[str, float]:
    """The value of each Investigation, by the name of its subject; of a metric without labels under ''."""
    return {
        sample.labels.get("investigation", "").rsplit("-", 2)[0]: sample.value
        for family in series.collect()
        for sample in family.samples
        if sample.name == name
    }


def test_an_open_case_has_a_series_with_its_category() -> None:
    found = case("checkout", category="config_error")
    (sample,) = next(OpenSeries(index(found)).collect()).samples
    assert sample.labels == {
        "namespace": "shop",
        "investigation": found.name,
        "category": "config_error",
        "severity": "warning",
        "caused_by": "",
    }
    assert sample.value == 1


def test_a_series_is_as_urgent_as_the_conclusion_says() -> None:
    (sample,) = next(OpenSeries(index(case("checkout", severity="Critical"))).collect()).samples
    assert sample.labels["severity"] == "critical"


@pytest.mark.parametrize("state", ["", "Investigating", "Failed", "Resolved"])
def test_a_case_that_is_not_open_has_none(state: str) -> None:
    assert samples(OpenSeries(index(case("checkout", state))), "casebook_investigation_open") == {}


def test_the_series_ends_with_the_case() -> None:
    cases = index(case("checkout"), case("billing"))
    series = OpenSeries(cases)
    cases.put(case("checkout", "Resolved"))
    assert set(samples(series, "casebook_investigation_open")) == {"billing"}
    cases.remove("uid-billing")
    assert samples(series, "casebook_investigation_open") == {}


def test_a_restart_loses_none_because_open_cases_are_read_again() -> None:
    before = samples(OpenSeries(index(case("a"), case("b"))), "casebook_investigation_open")
    after = samples(OpenSeries(index(case("b"), case("a"))), "casebook_investigation_open")
    assert before == after == {"a": 1, "b": 1}


def test_beyond_the_cap_the_oldest_keep_their_series_and_the_rest_is_counted() -> None:
    cases = index(*(case(f"s{number}", created=number) for number in range(5)))
    series = OpenSeries(cases, most=3)
    assert set(samples(series, "casebook_investigation_open")) == {"s0", "s1", "s2"}
    assert samples(series, "casebook_investigation_open_overflow") == {"": 2}
    cases.put(case("s1", "Resolved", created=1))
    assert set(samples(series, "casebook_investigation_open")) == {"s0", "s2", "s3"}
    assert samples(series, "casebook_investigation_open_overflow") == {"": 1}


def test_a_known_failure_tells_how_often_it_was_seen() -> None:
    series = OpenSeries(index(case("known", family={"id": "f", "count": 4}), case("new", family={})))
    assert samples(series, "casebook_investigation_family_incidents") == {"known": 4}


def test_series_are_served_while_the_operator_runs_and_not_longer() -> None:
    def served() -> float | None:
        return REGISTRY.get_sample_value("casebook_investigation_open_overflow")

    for _ in range(2):
        with open_series(InvestigationIndex()):
            assert served() == 0
        assert served() is None


def test_what_hangs_on_a_head_is_alerted_by_it_and_comes_after_what_stands_for_itself() -> None:
    head = case("head", created=9)
    hung = [case(f"s{number}", created=number, causedBy={"uid": head.uid}) for number in range(3)]
    series = OpenSeries(index(head, *hung), most=2)
    opened = next(series.collect()).samples
    assert [one.labels["caused_by"] for one in opened] == ["", f"shop/{head.name}"]
    assert samples(series, "casebook_investigation_followers") == {"head": 3}


def test_of_a_head_elsewhere_the_first_case_of_each_namespace_has_its_own_alert() -> None:
    head = investigation("Open", about=NODE_SUBJECT, uid="node")
    hung = [case(f"s{number}", created=number, causedBy={"uid": "node"}) for number in range(3)]
    opened = next(OpenSeries(index(head, *hung)).collect()).samples
    assert [one.labels["caused_by"] for one in opened] == ["", "", f"casebook/{head.name}", f"casebook/{head.name}"]
