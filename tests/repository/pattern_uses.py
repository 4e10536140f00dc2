"""How the sources use compiled patterns: which methods are called on each name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "analyzer" / "casebook_analyzer", ROOT / "operator" / "casebook_operator")
AT_ITS_BEGIN = frozenset({"match", "fullmatch"})
"""Methods that try one place of a text. All others try every place."""


def parsed() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of both packages, with its path in the repository."""
    for source in SOURCES:
        for path in sorted(source.rglob("*.py")):
            yield path.relative_to(ROOT), ast.parse(path.read_text())


def methods_of() -> dict[str, set[str]]:
    """What is done with each name: its methods, or "passed on" when it is used in any other way.

    A private name is that of its module, ``package.module._NAME``; a public one is the same wherever it is imported.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in parsed():
        module = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
        called = {}
        for node in ast.walk(tree):  # a name comes after the attribute that it is part of
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                called[id(node.value)] = node.attr
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                name = f"{module}.{node.id}" if node.id.startswith("_") else node.id
                found[name].add(called.get(id(node), "passed on"))
    return found
