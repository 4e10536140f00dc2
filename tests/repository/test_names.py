"""Names mean one thing each, and the glossary of docs/architecture.md is true of the code."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.places import DOCS, ROOT

PACKAGES = (ROOT / "operator" / "casebook_operator", ROOT / "analyzer" / "casebook_analyzer")
PART = re.compile(r"^\| (?P<part>[^|]+) \| [^|]+ \| `(?P<module>[^`|]+\.py)` \|$", re.MULTILINE)


def types_of(source: str) -> Iterator[str]:
    """Public classes and new types that a module defines. What is private to a module may repeat in another."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("NewType("):
            name = ast.unparse(node.targets[0])
        else:
            continue
        if not name.startswith("_"):
            yield name


def parts_of(glossary: str) -> dict[str, str]:
    """The module of each part."""
    return {found["part"]: found["module"] for found in PART.finditer(glossary)}


def test_the_types_of_a_module_are_its_public_classes_and_new_types() -> None:
    source = "class One:\n    class Two: ...\nclass _Own: ...\nThree = NewType('Three', str)\nfour = 4\n"
    assert set(types_of(source)) == {"One", "Two", "Three"}


def test_no_two_types_of_the_distribution_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            for name in types_of(path.read_text(encoding="utf-8")):
                places[name].append(str(path.relative_to(ROOT)))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_each_part_of_the_glossary_stands_in_the_module_that_it_names() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    parts = parts_of(page.partition("## What the parts are called")[2])
    assert "correlation" in parts
    assert not {part: module for part, module in parts.items() if not (ROOT / Path(module)).is_file()}
