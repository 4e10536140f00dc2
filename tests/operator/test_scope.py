"""Where Casebook looks, for each kind and mode."""

import pytest
from pydantic import ValidationError

from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.settings import ClusterSettings, WatchSettings
from tests.rows import of_every

WORKLOADS = [stream.kind for stream in STREAMS if stream.kind not in ("Node", "Taxonomy", "Event", "Investigation")]


def scope(*namespaces: str, home: str = "casebook", nodes: bool = True, taxonomies: bool = True) -> Scope:
    watch = WatchSettings(namespaces=namespaces, nodes=nodes, taxonomies=taxonomies)
    return Scope(ClusterSettings(namespace=home), watch)


def event(namespace: str, kind: str) -> dict[str, object]:
    return {"metadata": {"namespace": namespace}, "involvedObject": {"kind": kind, "name": "one"}}


def test_without_namespaces_everything_is_watched_everywhere() -> None:
    assert {Scope().places(stream.kind) for stream in STREAMS} == {(EVERYWHERE,)}
    assert Scope().told_places() == Scope().named_places() == (EVERYWHERE,)


@of_every("kind", WORKLOADS)
def test_workloads_are_watched_in_the_namespaces_that_are_listed_alone(kind: str) -> None:
    assert scope("shop", "billing").places(kind) == ("shop", "billing")


def test_cases_are_also_in_the_own_namespace_and_events_of_nodes_in_default() -> None:
    assert scope("shop").places("Investigation") == ("shop", "casebook")
    assert scope("shop").places("Event") == ("shop", "default")
    assert scope("shop", nodes=False).places("Event") == ("shop",)


def test_what_is_listed_and_needed_anyway_is_watched_once() -> None:
    both = scope("default", "casebook")
    assert both.places("Investigation") == both.places("Event") == ("default", "casebook")


def test_nodes_and_taxonomies_are_of_the_cluster_or_nowhere() -> None:
    assert scope("shop").places("Node") == scope("shop").places("Taxonomy") == (EVERYWHERE,)
    alone = scope("shop", nodes=False, taxonomies=False)
    assert alone.places("Node") == alone.places("Taxonomy") == ()
    assert scope(nodes=False).places("Node") == ()


def test_other_objects_of_the_cluster_are_watched_with_the_whole_of_it_only() -> None:
    assert scope().watches("PersistentVolume", EVERYWHERE)
    assert not scope("shop").watches("PersistentVolume", EVERYWHERE)
    assert scope("shop").places("PersistentVolume") == ()


def test_a_failure_outside_is_not_casebooks_business() -> None:
    assert scope("shop").watches("Pod", "shop")
    assert not scope("shop").watches("Pod", "casebook")
    assert scope("shop").watches("Node", EVERYWHERE)
    assert not scope(nodes=False).watches("Node", EVERYWHERE)


@of_every(
    ("looks", "namespace", "about", "counts"),
    [
        (scope(), "default", "Node", True),
        (scope(), "shop", "Pod", True),
        (scope(nodes=False), "default", "Node", False),
        (scope("shop"), "shop", "Pod", True),
        (scope("shop"), "default", "Node", True),
        (scope("shop"), "default", "Pod", False),
        (scope("shop"), "default", "PersistentVolume", False),
        (scope("default"), "default", "Pod", True),
        (scope("default"), "default", "PersistentVolume", False),
        (scope("default", nodes=False), "default", "Node", False),
    ],
)
def test_events_of_default_count_by_what_they_are_about(looks: Scope, namespace: str, about: str, counts: bool) -> None:
    assert looks.shows("Event", event(namespace, about)) is counts


def test_events_are_written_beside_what_they_are_about_and_its_case() -> None:
    assert scope("shop").told_places() == ("shop", "casebook", "default")
    assert scope("shop", nodes=False).told_places() == ("shop", "casebook")


def test_who_remembers_is_the_cluster_or_the_own_namespace() -> None:
    assert scope().identity == "kube-system"
    assert scope("shop", home="ops").identity == "ops"


def test_a_namespace_that_is_named_twice_is_watched_once() -> None:
    assert scope("shop", "billing", "shop").watch.namespaces == ("shop", "billing")


@pytest.mark.parametrize("name", ["", "Shop", "shop-*", "-shop", "shop.eu", "a" * 64, "shop\n"])
def test_what_can_be_no_namespace_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        WatchSettings(namespaces=(name,))


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        (scope(), "all namespaces"),
        (scope(nodes=False), "all namespaces, without nodes"),
        (scope("shop", "billing"), "the namespaces shop, billing"),
        (scope("shop", nodes=False, taxonomies=False), "the namespaces shop, without nodes and taxonomies"),
    ],
)
def test_it_says_for_people_what_is_watched(looks: Scope, said: str) -> None:
    assert str(looks) == said
