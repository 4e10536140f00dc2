"""What mkdocs adds to the pages: the list of decisions, which is their folder."""

from pathlib import Path
from typing import Any

LIST = "decisions/README.md"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    if page.file.src_uri != LIST:
        return markdown
    notes = sorted(Path(page.file.abs_src_path).parent.glob("20*.md"), reverse=True)
    return markdown + "\n\n" + "\n".join(f"- [{_title(note)}]({note.name})" for note in notes)


def _title(note: Path) -> str:
    return note.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
