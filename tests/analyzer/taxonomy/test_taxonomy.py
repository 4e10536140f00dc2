"""The taxonomy that Casebook ships."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.evidence.kernel_table import kernel_table
from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import Origin, Overlay, lint, load_taxonomy, taxonomy_schema, to_overlay
from casebook_analyzer.taxonomy.checks import check
from casebook_analyzer.taxonomy.compose import compose
from casebook_analyzer.taxonomy.document import read_documents
from casebook_analyzer.taxonomy.loader import shipped_overlays, shipped_taxonomy

SHIPPED = shipped_overlays()
KERNEL_NAMES = frozenset(message.name for message in kernel_table().messages)


@pytest.fixture(scope="module", params=SHIPPED, ids=lambda overlay: overlay.origin.name)
def overlay(request: pytest.FixtureRequest) -> Overlay:
    found: Overlay = request.param
    return found


def test_every_shipped_rule_passes_the_lint_that_users_rules_pass(overlay: Overlay) -> None:
    file = files("casebook_analyzer.taxonomy").joinpath("data", overlay.origin.name.removeprefix("shipped "))
    (document,) = read_documents(file.read_bytes())
    found, problems = to_overlay(document.value, Origin(name=file.name, document=document))
    assert (found and found.spec, problems) == (overlay.spec, [])
    assert found is not None
    others = [rule for other in SHIPPED if other is not overlay for rule in other.spec.rules]
    assert [str(problem) for problem in (*check(found), *lint(found, others, KERNEL_NAMES))] == []


def test_no_two_files_have_one_rule() -> None:
    ids = Counter(rule.id for overlay in SHIPPED for rule in overlay.spec.rules)
    assert [id_ for id_, times in ids.items() if times > 1] == []


def test_every_category_has_rules() -> None:
    categories = {rule.category for rule in load_taxonomy().rules}
    assert categories | {Category.UNKNOWN} == set(Category)


def test_the_committed_schema_is_the_schema_of_the_code() -> None:
    committed = files("casebook_analyzer.taxonomy").joinpath("data/taxonomy.schema.json").read_text()
    assert committed == taxonomy_schema()
    assert json.loads(committed)["title"]


def test_what_a_rule_does_not_say_is_not_written_out() -> None:
    rule = next(rule for rule in load_taxonomy().rules if not rule.generic)
    (document,) = read_documents(msgspec.yaml.encode(rule))
    assert "generic" not in document.value
    assert msgspec.convert(document.value, type(rule)) == rule


@pytest.mark.parametrize("number", [45, 154])
def test_a_consequence_is_never_a_cause(number: int) -> None:
    assert load_taxonomy().xids[number].consequence


@pytest.mark.parametrize(
    ("number", "category"),
    [
        (79, Category.PCIE_ERROR),
        (48, Category.HARDWARE_FAILURE),
        (119, Category.DRIVER_ISSUE),
        (13, Category.SOFTWARE_BUG),
    ],
)
def test_an_xid_has_its_category(number: int, category: Category) -> None:
    assert load_taxonomy().xids[number].category is category


@pytest.mark.parametrize(
    ("type_", "bad", "good"),
    [
        ("Ready", "Unknown", "True"),
        ("MemoryPressure", "True", "False"),
        ("KernelDeadlock", "True", "Unknown"),
        ("AcceleratedHardwareReady", "False", "True"),
        ("GpuMemWatch", "True", "False"),
        ("FrequentKubeletRestart", "True", "False"),
    ],
)
def test_the_polarity_of_a_condition_is_known(type_: str, bad: str, good: str) -> None:
    rule = load_taxonomy().conditions.rule_for(type_)
    assert rule is not None
    assert rule.is_bad(bad)
    assert not rule.is_bad(good)


def test_a_condition_that_no_row_names_never_fires() -> None:
    assert load_taxonomy().conditions.rule_for("SomethingNew") is None


def test_an_exact_row_wins_over_a_glob() -> None:
    rule = load_taxonomy().conditions.rule_for("GpuPcieWatch")
    assert rule is not None
    assert rule.category is Category.PCIE_ERROR


def test_without_overlays_it_is_one_object_so_that_what_is_derived_of_it_is_made_once(tmp_path: Path) -> None:
    assert load_taxonomy() is load_taxonomy((tmp_path,)) is shipped_taxonomy()
    assert compose(shipped_taxonomy(), ()).taxonomy == shipped_taxonomy()
