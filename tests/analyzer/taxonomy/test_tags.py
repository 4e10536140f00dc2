"""Environment tags of one's own."""

from casebook_analyzer.classify import classify
from casebook_analyzer.taxonomy import compose, shipped_taxonomy, tags_of
from tests.analyzer.classify.builders import bundle, ended
from tests.analyzer.taxonomy.overlays import overlay

OURS = overlay(
    environmentTags={
        "site": {"value": "fra1"},
        "tier": {"namespaceLabel": "example.com/tier"},
        "pool": {"nodeLabel": "example.com/pool"},
        "owner": {"workloadLabel": "team", "namespaceLabel": "example.com/team"},
    }
)
TAGS = OURS.spec.environment_tags


def test_a_tag_is_static_or_taken_from_a_label() -> None:
    labels = {"namespace_labels": {"example.com/tier": "gold"}, "node_labels": {"example.com/pool": "h100"}}
    assert tags_of(TAGS, **labels) == {"site": "fra1", "tier": "gold", "pool": "h100"}


def test_a_label_of_the_workload_is_asked_before_that_of_its_namespace() -> None:
    labels = {"namespace_labels": {"example.com/team": "shop", "team": "x"}}
    assert tags_of(TAGS, **labels)["owner"] == "shop"
    assert tags_of(TAGS, workload_labels={"team": "payments"}, **labels)["owner"] == "payments"


def test_without_labels_only_static_tags_have_a_value() -> None:
    assert tags_of(TAGS) == {"site": "fra1"}
    assert tags_of(TAGS, node_labels={"example.com/tier": "a label of a node is none of a namespace"}) == {
        "site": "fra1"
    }


def test_static_tags_are_on_every_conclusion() -> None:
    taxonomy = compose(shipped_taxonomy(), [OURS]).taxonomy
    assert "site=fra1" in classify(bundle(ended()), taxonomy).environment_tags
