"""Files and directories of overlays, bare and as manifests."""

from pathlib import Path

import pytest

from casebook_analyzer.errors import TaxonomyError
from casebook_analyzer.taxonomy import load_taxonomy, overlay_files, read_overlays
from tests.analyzer.taxonomy.overlays import RULE_TEXT, said, written

MANIFEST = "apiVersion: casebook.dev/v1alpha1\nkind: Taxonomy\nmetadata: {name: ours}\nspec:\n" + "".join(
    f"  {line}\n" for line in RULE_TEXT.splitlines()
)


def test_a_bare_file_and_a_manifest_say_the_same(tmp_path: Path) -> None:
    bare = load_taxonomy([written(tmp_path, RULE_TEXT, "bare.yaml")])
    manifest = load_taxonomy([written(tmp_path, MANIFEST, "manifest.yaml")])
    assert bare.version == manifest.version
    assert "my-rule" in {rule.id for rule in bare.rules}


def test_a_line_in_a_manifest_is_that_of_the_file(tmp_path: Path) -> None:
    _, problems = read_overlays([written(tmp_path, MANIFEST.replace("config_error", "bad_luck"))])
    assert "ours.yaml:7: rule my-rule, category" in said(problems)


def test_a_directory_is_read_without_golden_cases_hidden_files_and_manifests_of_others(tmp_path: Path) -> None:
    written(tmp_path, RULE_TEXT, "rules.yaml")
    written(tmp_path, RULE_TEXT.replace("my-rule", "below"), "more/rules.yml")
    written(tmp_path, "category: unknown", "case/expected.yaml")
    written(tmp_path, "objects: []", "case/status.yaml")
    written(tmp_path, RULE_TEXT, "..2026/rules.yaml")
    written(tmp_path, "kind: Deployment\nspec: {}", "deployment.yaml")
    written(tmp_path, "resources: [rules.yaml]", "kustomization.yaml")
    written(tmp_path, "not yaml: [", "readme.md")
    overlays, problems = read_overlays([tmp_path])
    assert said(problems) == ""
    assert sorted(overlay.spec.rules[0].id for overlay in overlays) == ["below", "my-rule"]


def test_a_link_that_leads_back_is_not_followed(tmp_path: Path) -> None:
    written(tmp_path, RULE_TEXT)
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert [path.name for path in overlay_files(tmp_path)] == ["ours.yaml"]


def test_a_file_may_have_several_documents(tmp_path: Path) -> None:
    other = MANIFEST.replace("my-rule", "other-rule").replace("name: ours", "name: other")
    overlays, problems = read_overlays([written(tmp_path, f"{MANIFEST}---\n{other}---\n")])
    assert not problems
    assert [overlay.spec.rules[0].id for overlay in overlays] == ["my-rule", "other-rule"]


def test_an_empty_file_is_no_overlay(tmp_path: Path) -> None:
    assert read_overlays([written(tmp_path, "# nothing yet\n")]) == ([], [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (MANIFEST.replace("v1alpha1", "v9"), "apiVersion is not casebook.dev/v1alpha1"),
        (MANIFEST.replace("metadata: {name: ours}", "metadata: {}"), "metadata.name is missing"),
        ("rules: {", "is not YAML"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_problem(tmp_path: Path, text: str, says: str) -> None:
    overlays, problems = read_overlays([written(tmp_path, text)])
    assert overlays == []
    assert says in said(problems)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TaxonomyError, match=r"nowhere\.yaml: it cannot be read: No such file"):
        load_taxonomy([tmp_path / "nowhere.yaml"])


def test_of_many_errors_some_are_said_and_the_others_counted(tmp_path: Path) -> None:
    rows = "".join(RULE_TEXT.removeprefix("rules:\n").replace("my-rule", f"R{n}") for n in range(9))
    with pytest.raises(TaxonomyError, match="and 4 more: `casebook taxonomy lint` names them all"):
        load_taxonomy([written(tmp_path, "rules:\n" + rows)])


def test_a_path_that_is_a_file_is_taken_whatever_its_name(tmp_path: Path) -> None:
    assert list(overlay_files(tmp_path / "x.conf")) == [tmp_path / "x.conf"]
