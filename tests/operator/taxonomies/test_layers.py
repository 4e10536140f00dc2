"""What is laid over the shipped taxonomy, and what of it is in force."""

from pathlib import Path

import pytest

from casebook_analyzer.taxonomy import Taxonomy, shipped_taxonomy
from casebook_operator.taxonomies.layers import LayerResult, Layers
from tests.analyzer.taxonomy.overlays import RULE_TEXT, written
from tests.operator.taxonomies.bodies import bad, body, good

SHIPPED = shipped_taxonomy()


@pytest.fixture
def layers() -> Layers:
    return Layers(SHIPPED)


def title(taxonomy: Taxonomy) -> str:
    return next((rule.title for rule in taxonomy.rules if rule.id == "my-rule"), "")


def in_force(layers: Layers) -> str:
    return title(layers.compose()[0].taxonomy)


def result(layers: Layers, name: str = "ours") -> LayerResult:
    return next(result for result in layers.compose()[1] if result.object.name == name)


def test_a_good_taxonomy_is_in_force(layers: Layers) -> None:
    assert layers.put(good())
    assert in_force(layers) == "Something of ours"
    assert result(layers).accepted


def test_what_is_not_new_is_no_work(layers: Layers) -> None:
    layers.put(good())
    assert not layers.put(good(status={"rules": 1}))
    assert layers.put(good(generation=2))


def test_a_bad_version_leaves_the_last_good_one_in_force(layers: Layers) -> None:
    layers.put(good("first"))
    assert in_force(layers) == "first"
    layers.put(bad(generation=2))
    assert in_force(layers) == "first"
    found = result(layers)
    assert not found.accepted
    assert found.in_force is not None
    assert found.errors[0].rule == "my-rule"
    assert "say in `unless`" in found.errors[0].what


def test_a_taxonomy_that_was_never_good_is_left_out(layers: Layers) -> None:
    layers.put(bad())
    assert in_force(layers) == ""
    assert result(layers).in_force is None


def test_a_bad_taxonomy_takes_no_good_one_down(layers: Layers) -> None:
    layers.put(good(name="good"))
    layers.put(bad(name="bad"))
    assert in_force(layers) == "Something of ours"
    assert result(layers, "good").accepted


def test_a_repaired_taxonomy_is_in_force_again(layers: Layers) -> None:
    for version in (good("first"), bad(generation=2), good("repaired", generation=3)):
        layers.put(version)
        layers.compose()
    assert in_force(layers) == "repaired"
    assert result(layers).accepted


def test_a_deleted_taxonomy_counts_no_more(layers: Layers) -> None:
    layers.put(good())
    assert layers.remove("ours")
    assert not layers.remove("ours")
    assert layers.compose()[0].taxonomy.version == SHIPPED.version


def test_of_one_that_was_deleted_and_made_anew_nothing_is_left(layers: Layers) -> None:
    layers.put(good("first", uid="a"))
    layers.compose()
    layers.put(bad(uid="b"))
    assert in_force(layers) == ""


@pytest.mark.parametrize("spec", [{"rules": "x"}, {"rules": [None]}, {"rules": [{}]}, {"priority": []}, {"other": 1}])
def test_whatever_the_schema_let_through_is_a_problem_and_no_error(layers: Layers, spec: dict[str, object]) -> None:
    layers.put(body(**spec))
    assert result(layers).errors


def test_a_taxonomy_without_a_spec_changes_nothing(layers: Layers) -> None:
    layers.put(body())
    assert result(layers).accepted


def test_files_are_read_again_when_they_change(tmp_path: Path) -> None:
    layers = Layers(SHIPPED, [tmp_path])
    assert not layers.read_files()
    written(tmp_path, RULE_TEXT)
    assert layers.read_files()
    assert in_force(layers) == "Something of ours"
    assert not layers.read_files()
    written(tmp_path, RULE_TEXT.replace("Something of ours", "Changed"))
    assert layers.read_files()
    assert in_force(layers) == "Changed"


def test_a_file_that_breaks_leaves_its_last_good_version_in_force(tmp_path: Path) -> None:
    path = written(tmp_path, RULE_TEXT)
    layers = Layers(SHIPPED, [path])
    layers.read_files()
    written(tmp_path, "rules: [")
    assert layers.read_files(), "so that its author is told"
    assert in_force(layers) == "Something of ours"
    assert "not YAML" in layers.file_problems[0].what
    path.unlink()
    layers.read_files()
    assert in_force(layers) == ""
    assert "does not exist" in layers.file_problems[0].what


def test_a_taxonomy_of_the_cluster_wins_over_a_file(tmp_path: Path) -> None:
    layers = Layers(SHIPPED, [written(tmp_path, RULE_TEXT)])
    layers.read_files()
    layers.put(good("of the cluster"))
    assert in_force(layers) == "of the cluster"
    assert "it replaces the rule of" in result(layers).warnings[0].what
