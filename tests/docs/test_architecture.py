"""The page on architecture names what is there, and the layers that import-linter holds."""

import re

from tests.rows import of_every
from tools.docs import architecture
from tools.places import DOCS, ROOT

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`([\w.-]+(?:/[\w.-]*)+|[\w-]+\.py)`", PAGE)))
"""Files and folders in backticks."""
ROOTS = (ROOT, ROOT / "operator" / "casebook_operator", ROOT / "analyzer" / "casebook_analyzer")


@of_every("path", PATHS)
def test_a_path_that_the_page_names_exists(path: str) -> None:
    assert [root for root in ROOTS if (root / path).exists()]


def test_the_paths_are_found() -> None:
    assert {"dispatcher.py", "cases/deduplication.py", "operator/casebook_operator", "migrations/"} <= set(PATHS)


def test_the_layers_are_those_that_are_checked() -> None:
    assert architecture.render() == PAGE, "run `make docs`"
