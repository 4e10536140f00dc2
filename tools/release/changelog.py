"""What ``CHANGELOG.md`` says of a version."""

import re

from tools.release.errors import ReleaseError

_SECTION = re.compile(r"^## (?P<title>\S+)[^\n]*\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"^- \[(?:CHANGE|FEATURE|ENHANCEMENT|BUGFIX)\] ", re.MULTILINE)
NEXT = "Unreleased"


def notes(changelog: str, title: str) -> str:
    """The entries of a section: of a version, or of ``Unreleased``.

    Raises:
        ReleaseError: there is no such section, or no entry in it.
    """
    sections = {found["title"]: found["text"].strip() for found in _SECTION.finditer(changelog)}
    if title not in sections:
        raise ReleaseError(f"CHANGELOG.md has no section {title}.")
    if not _ENTRY.search(sections[title]):
        raise ReleaseError(f"CHANGELOG.md has no entry for {title}.")
    return sections[title] + "\n"
