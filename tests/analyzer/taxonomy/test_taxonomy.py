import json
from importlib.resources import files
from pathlib import Path

import pytest

from casebook_analyzer.errors import TaxonomyError
from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import load_taxonomy, rule_file_schema

RULE = """
rules:
  - id: my-rule
    category: config_error
    title: Something of ours
    strength: strong
    source: our own runbook
    all:
      - {kind: log, text: 'our own words'}
    cause: 'It is ours.'
"""


def loaded(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.yaml"
    path.write_text(text)
    return path


def test_a_rule_of_the_user_is_added_and_changes_the_version(tmp_path: Path) -> None:
    ours = load_taxonomy([loaded(tmp_path, RULE)])
    assert "my-rule" in {rule.id for rule in ours.rules}
    assert ours.version != load_taxonomy().version


def test_a_rule_of_the_user_replaces_a_shipped_one_with_its_id(tmp_path: Path) -> None:
    ours = load_taxonomy([loaded(tmp_path, RULE.replace("my-rule", "oom-killed"))])
    assert [rule.title for rule in ours.rules if rule.id == "oom-killed"] == ["Something of ours"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (RULE.replace("config_error", "bad_luck"), "rule my-rule: Invalid enum value 'bad_luck'"),
        (RULE.replace("title:", "titel:"), "unknown field `titel`"),
        (RULE.replace("our own words", "our (own"), "no regular expression"),
        (RULE.replace("{kind: log, text: 'our own words'}", "{}"), "would match every fact"),
        (RULE.replace("    all:\n      - {kind: log, text: 'our own words'}\n", ""), "all or any"),
        (RULE + RULE.removeprefix("\nrules:"), "two rules with this id"),
        (RULE.replace("my-rule", "My Rule"), "lower-case words"),
        (RULE.replace("our own runbook", "' '"), "source is empty"),
        (RULE + "    against: [{kind: log, text: x}]\n", "needs because"),
        ("rules: [", "is not YAML"),
        ("[]", "Expected `object`"),
    ],
)
def test_an_error_names_the_file_and_what_is_wrong(tmp_path: Path, wrong: str, says: str) -> None:
    with pytest.raises(TaxonomyError) as error:
        load_taxonomy([loaded(tmp_path, wrong)])
    assert "ours.yaml" in str(error.value)
    assert says in str(error.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TaxonomyError, match=r"nowhere\.yaml cannot be read"):
        load_taxonomy([tmp_path / "nowhere.yaml"])


def test_the_committed_schema_is_the_schema_of_the_code() -> None:
    committed = files("casebook_analyzer.taxonomy").joinpath("data/rules.schema.json").read_text()
    assert committed == rule_file_schema()
    assert json.loads(committed)["title"]


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
