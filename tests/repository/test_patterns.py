"""No text of a stranger can hold up Python's engine for regular expressions, which tries every way to match.

Every pattern is measured, and every pattern can be found: none is made where only a reader of the code would see it.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.pattern_uses import ROOT, parsed

_MAKES = frozenset({"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"})
_KEPT = {Path("analyzer/casebook_analyzer/redaction/pattern.py")}
"""Its function makes what stands in the tables of modules, and the measurement asks it for every row."""


def test_every_pattern_takes_linear_time() -> None:
    """On its worst texts, less than a second of CPU for a million characters."""
    program = [sys.executable, "-m", "tests.repository.measured_patterns"]
    run = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"stopped after its time: {run.stderr[-2_000:]}"
    measured = json.loads(run.stdout)
    assert measured["patterns"] > 200, "no patterns were found"
    assert not measured["slow"], json.dumps(measured["slow"], indent=1)


@pytest.mark.parametrize("slow", [r"[ \t]*[\r\n]+", r"(?:a+b?){1,20}c", r"x[^)]*y", r"\w+!", r"^(?:\S+\(.*\)$)"])
def test_a_slow_pattern_is_found(slow: str) -> None:
    told = (
        f"import re; from tests.repository.measured_patterns import judged; print(judged(re.compile({slow!r}), set()))"
    )
    run = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert " s or more for " in run.stdout


def test_no_pattern_is_made_inside_of_a_function() -> None:
    """There it could be made of anything, and nobody would measure it. What has to be made of names is RE2's."""
    made = [f"{path}:{call.lineno}" for path, tree in parsed() if path not in _KEPT for call in _in_functions(tree)]
    assert not made


def _in_functions(tree: ast.Module) -> Iterator[ast.Call]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from (node for node in ast.walk(function) if isinstance(node, ast.Call) and _makes(node.func))


def _makes(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in _MAKES
    )
