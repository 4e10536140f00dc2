"""What the settings say of redaction reaches every place that redacts, also those that somebody will add."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from casebook_analyzer.redaction import Sanitizer
from casebook_operator.pseudonyms import PseudonymKey
from tests.repository.pattern_uses import parsed

_MADE_OF_SETTINGS = Path("operator/casebook_operator/redaction_settings.py")
_DEFAULTS = {
    Path("analyzer/casebook_analyzer/redaction_policy.py"),
    Path("analyzer/casebook_analyzer/redaction/redactor.py"),  # which only the sanitizer and the command make
    Path("operator/casebook_operator/logs.py"),  # until settings are read
    Path("operator/casebook_operator/cli/evaluate.py"),  # cases of one's own, judged as everybody's
    Path("operator/casebook_operator/cli/taxonomy_test.py"),
    Path("operator/casebook_operator/evaluation/golden.py"),
    Path("operator/casebook_operator/evaluation/run.py"),
}


def _names(path: Path, tree: ast.Module, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.alias) and node.name == name):
            yield f"{path}:{getattr(node, 'lineno', 0)}"


def test_nothing_redacts_without_being_told_what() -> None:
    for made in (Sanitizer, PseudonymKey):
        policy = inspect.signature(made).parameters["policy"]
        assert policy.default is inspect.Parameter.empty, made


def test_only_the_settings_make_a_policy() -> None:
    calls = [
        path
        for path, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RedactionPolicy"
    ]
    assert set(calls) == {_MADE_OF_SETTINGS, Path("analyzer/casebook_analyzer/redaction_policy.py")}


def test_where_the_defaults_hold_is_written_down() -> None:
    used = {path for path, tree in parsed() if any(_names(path, tree, "SECRETS_AND_EMAILS"))}
    assert used == _DEFAULTS


def test_whoever_makes_a_sanitizer_has_the_policy_of_somebody_else() -> None:
    """Each is made with an expression that ends in ``policy``: an argument, a field or a setting."""
    made = [
        (path, ast.unparse(node.args[1]))
        for path, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Sanitizer", "Redactor"}
    ]
    assert len(made) >= 6
    wrong = [(path, policy) for path, policy in made if not policy.endswith("policy") and path not in _DEFAULTS]
    assert not wrong
