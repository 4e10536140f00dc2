"""A decision says whether it still holds, and what else was possible."""

import re
from pathlib import Path

from tests.rows import of_every
from tools.places import DOCS

NOTES = sorted((DOCS / "decisions").glob("20*.md"))
LINK = r"\[[^\]]+\]\((20[\w-]+\.md)\)"
STATUS = re.compile(rf"(Accepted\b|Superseded by {LINK})")


@of_every("path", NOTES, ids=lambda path: path.stem)
def test_a_note_has_the_form_that_their_page_describes(path: Path) -> None:
    title, status, alternatives, *rest = path.read_text(encoding="utf-8").split("\n\n")
    assert title.startswith(f"# {path.name[:10]} ")
    assert STATUS.match(status.removeprefix("**Status.** "))
    assert alternatives.startswith("**Alternatives.** ")
    assert any(part.startswith("**Decided.**") for part in rest)


@of_every("path", NOTES, ids=lambda path: path.stem)
def test_what_supersedes_a_note_is_there(path: Path) -> None:
    status = path.read_text(encoding="utf-8").split("\n\n")[1]
    named = re.findall(LINK, status)
    assert bool(named) == ("superseded by" in status.lower())
    assert all((path.parent / name).is_file() for name in named)
