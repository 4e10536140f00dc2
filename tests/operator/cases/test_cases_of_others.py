"""Of what another operator looks after, one knows what explains its own failures, and writes its own counts alone."""

from typing import Any

import pytest

from casebook_analyzer.models import Entity
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.open_series import OpenSeries
from casebook_operator.cases.overflow import overflow_signal, overflow_subject
from casebook_operator.investigation import Investigation
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings
from casebook_operator.sharding import Share
from casebook_operator.sharding.share import shard_of
from tests.operator.builders import NODE_SUBJECT, at, investigation, node_signal, rfc, signal, subject

HOME = "casebook"
OURS = next(name for name in ("shop", "cart", "bank") if shard_of(name, 2) == 1)
THEIRS = next(name for name in ("a", "b", "c", "d", "e") if shard_of(name, 2) == 0)


def of_workload(namespace: str, **status: Any) -> Investigation:
    """A crash loop in a namespace, which nobody has said anything of."""
    about = subject(namespace=namespace, uid=f"uid-{namespace}")
    origin = Entity(kind="Pod", namespace=namespace, name="checkout-0")
    return investigation("Open", of=signal(origin=origin), about=about, uid=f"case-{namespace}", **status)


class Ward:
    """What the second of two operators knows."""

    def __init__(self) -> None:
        self.looked_at_again: list[ObjectKey] = []
        self.cases = OpenCases(
            look_again=self.looked_at_again.append,
            scope=Scope(ClusterSettings(namespace=HOME)),
            share=Share(home=HOME, count=2, held=frozenset({1})),
            clock=lambda: at(3600),
        )

    def knows(self, case: Investigation) -> bool:
        self.cases.put(case)
        return self.cases.index.get(case.uid) is not None


@pytest.fixture
def ward() -> Ward:
    return Ward()


NODE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)
OVERFLOW = investigation(
    "Open", of=overflow_signal(overflow_subject(HOME), now=at()), about=overflow_subject(HOME), lastSeen=rfc(10)
)


def test_cases_of_ones_own_namespaces_are_known_and_those_of_others_are_not(ward: Ward) -> None:
    assert ward.knows(of_workload(OURS))
    assert not ward.knows(of_workload(THEIRS))


def test_nodes_and_the_overflow_are_known_to_all(ward: Ward) -> None:
    assert ward.knows(NODE)
    assert ward.knows(OVERFLOW)
    assert ward.cases.index.failing(NODE_SUBJECT) == [NODE], "it explains what fails here"
    assert not ward.cases.ours(NODE)


def test_a_case_that_names_a_service_of_ours_is_known_for_as_long_as_it_does(ward: Ward) -> None:
    called = {"kind": "Service", "namespace": OURS, "name": "cart", "role": "cause"}
    assert ward.knows(of_workload(THEIRS, affectedEntities=[called]))
    assert ward.cases.index.broken_services() == (("Service", OURS, "cart"),)
    assert not ward.knows(of_workload(THEIRS))
    assert ward.cases.index.broken_services() == ()


def test_a_service_of_others_is_nobodys_suspect_here(ward: Ward) -> None:
    called = {"kind": "Service", "namespace": THEIRS, "name": "cart", "role": "cause"}
    assert ward.knows(of_workload(OURS, affectedEntities=[called]))
    assert ward.cases.index.broken_services() == ()


def test_what_goes_on_with_a_case_of_others_is_theirs_to_do(ward: Ward) -> None:
    for case in (NODE, OVERFLOW, of_workload(OURS)):
        ward.cases.put(case)
    ward.cases.count(OVERFLOW, signal(60))
    assert [case.namespace for case in ward.cases.index.unresolved()] == [OURS]
    assert {case.uid for case in ward.cases.index.unresolved_of_others()} == {NODE.uid, OVERFLOW.uid}
    assert ward.cases.take_behind() == []
    assert ward.cases.counted(NODE) == {}


def test_an_open_case_has_a_series_of_one_operator_alone(ward: Ward) -> None:
    for case in (NODE, of_workload(OURS)):
        ward.cases.put(case)
    opened, *_ = OpenSeries(ward.cases.index).collect()
    assert [sample.labels["namespace"] for sample in opened.samples] == [OURS]


def test_what_a_node_took_down_here_is_written_to_its_case_as_an_entry_of_this_shard(ward: Ward) -> None:
    ward.cases.put(NODE)
    ward.cases.absorb(NODE, signal(60), origin="a", name="Pod/shop/a")
    assert ward.cases.take_behind() == [NODE]
    (entry,) = ward.cases.counted(NODE)["absorbedByShards"]
    assert (entry["shard"], entry["count"]) == (1, 1)
    ward.cases.put(NODE)
    assert ward.cases.take_behind() == [NODE], "somebody else has overwritten it"


def test_the_end_of_a_case_of_others_gives_back_what_counted_for_it(ward: Ward) -> None:
    place = ObjectKey("Pod", OURS, "checkout-0")
    ward.cases.put(NODE)
    ward.cases.handled.park(NODE.uid, signal(60), place)
    ward.cases.put(investigation("Resolved", of=node_signal(), about=NODE_SUBJECT))
    assert ward.looked_at_again == [place]


def test_an_overflow_is_not_over_while_another_operator_still_holds_cases_back() -> None:
    later = {"shard": 1, "count": 3, "lastTime": rfc(500), "groups": []}
    about = overflow_subject(HOME)
    of = overflow_signal(about, now=at())
    assert investigation("Open", of=of, about=about, lastSeen=rfc(10)).last_seen == at(10)
    assert investigation("Open", of=of, about=about, lastSeen=rfc(10), absorbedByShards=[later]).last_seen == at(500)
    assert investigation("Open", lastSeen=rfc(10), absorbedByShards=[later]).last_seen == at(10)
