"""docs/taxonomy.md does what it says: a signature is added by YAML and a golden case, without Python."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from casebook_analyzer.taxonomy import checks, document, patterns
from casebook_analyzer.taxonomy.bounds import MANY
from casebook_analyzer.taxonomy.rules import Rule
from casebook_analyzer.taxonomy.spec import TaxonomySpec
from casebook_operator.cli.root import casebook
from casebook_operator.taxonomies.status import Reason
from tests.rows import of_every

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "taxonomy.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "taxonomy"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def run(*args: str) -> Result:
    return CliRunner().invoke(casebook, ["taxonomy", *args])


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_every_yaml_of_the_page_is_part_of_an_example(block: str) -> None:
    examples = [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob("*.yaml")]
    assert any(block in example for example in examples)


def test_the_example_passes_the_lint_as_the_page_shows() -> None:
    done = run("lint", "--strict", str(EXAMPLES))
    assert done.exit_code == 0
    assert done.output in PAGE


def test_without_the_rule_the_case_is_unknown_and_with_it_is_right(tmp_path: Path) -> None:
    """Step by step: the golden case alone, then the page's rule beside it."""
    shutil.copytree(EXAMPLES / "rejected-bundle", tmp_path / "rejected-bundle")
    without = run("test", str(tmp_path))
    assert without.exit_code == 1
    assert "category unknown (30), no rule matched; expected config_error" in without.output
    rules = next(block for block in BLOCKS if block.startswith("rules:"))
    (tmp_path / "rules.yaml").write_text(rules, encoding="utf-8")
    with_it = run("test", str(tmp_path))
    assert with_it.exit_code == 0
    assert "1 case: 1 as expected, 0 not" in with_it.output
    assert re.search(r"config_error \(\d+\) by bundle-signed-for-another-ring", with_it.output)


@of_every("field", sorted({*Rule.__struct_encode_fields__, *TaxonomySpec.__struct_encode_fields__}))
def test_every_field_is_on_the_page(field: str) -> None:
    assert f"`{field}`" in PAGE


@pytest.mark.parametrize("reason", [*Reason, "LastGoodInForce", "Revised", "RootCauseRevised"])
def test_every_word_that_people_will_meet_is_on_the_page(reason: str) -> None:
    assert f"`{reason}`" in PAGE


def test_the_bounds_of_the_page_are_those_of_the_code() -> None:
    assert document.MAX_BYTES == 1 << 20
    for bound in (document.LIMITS.depth, document.LIMITS.values, MANY, patterns.MAX_PROGRAM, patterns.MAX_PROGRAMS):
        assert f"{bound:,}" in PAGE
    assert checks.MAX_ACTION_TEXT == 600


def test_the_manifest_of_the_page_has_the_shape_of_the_cluster() -> None:
    manifest = yaml.safe_load(next(block for block in BLOCKS if block.startswith("apiVersion:")))
    assert (manifest["kind"], manifest["metadata"]["name"]) == ("Taxonomy", "platform-team")
