"""Laws of the layout that no linter knows."""

import ast
import operator
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("folder", ["operator", "analyzer"])
def test_a_source_root_is_no_package(folder: str) -> None:
    """A top-level package ``operator`` would hide Python's own module."""
    assert not (ROOT / folder / "__init__.py").exists()


def test_python_still_has_its_own_operator_module() -> None:
    assert Path(operator.__file__).name == "operator.py"


def test_no_module_has_grown_beyond_reading() -> None:
    long = [name for name in _tracked("*.py") if len((ROOT / name).read_text().splitlines()) > 400]
    assert not long


def test_no_function_is_longer_than_a_screen() -> None:
    """Tests may have tables of what they ask in a function."""
    long = [
        f"{name}: {function.name}"
        for folder in ("analyzer", "bench", "e2e", "operator", "tools")
        for name in _tracked(f"{folder}/**.py")
        for function in ast.walk(ast.parse((ROOT / name).read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and (function.end_lineno or 0) - function.lineno >= 60
    ]
    assert not long


def test_the_lock_names_no_registry() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text


def _tracked(pattern: str) -> list[str]:
    found = subprocess.run(["git", "ls-files", pattern], cwd=ROOT, capture_output=True, text=True, check=True)
    return found.stdout.split()
