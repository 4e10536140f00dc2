"""Folders of the repository, and how a file that is generated is written."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHART = ROOT / "charts" / "casebook"
CRDS = ROOT / "crds"
DOCS = ROOT / "docs"


def between(page: str, begin: str, end: str, written: str) -> str:
    """The text of a page of which only what stands between two marks is generated: with ``written`` there.

    Raises:
        ValueError: The page has not both marks, in this order.
    """
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"nothing stands between {begin.strip()!r} and {end.strip()!r}")
    return f"{before}{begin}{written}{end}{after}"


def write(path: Path, text: str) -> None:
    """Write a file and say whether that changed it."""
    changed = not path.is_file() or path.read_text(encoding="utf-8") != text
    path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{'written' if changed else 'same':<8} {path.relative_to(ROOT)}\n")
