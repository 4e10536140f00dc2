"""A release has entries of its own in the changelog, and its notes are these."""

import pytest

from tools.release.changelog import NEXT, notes
from tools.release.errors import ReleaseError

CHANGELOG = """# Changelog

## Unreleased

## 0.2.0 (2026-12-01)

- [BUGFIX] Two
  lines.

## 0.1.0

- [FEATURE] One.
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes(CHANGELOG, "0.2.0") == "- [BUGFIX] Two\n  lines.\n"
    assert notes(CHANGELOG, "0.1.0") == "- [FEATURE] One.\n"


@pytest.mark.parametrize(("title", "said"), [("0.3.0", "no section 0.3.0"), (NEXT, "no entry for Unreleased")])
def test_a_version_that_nobody_described_is_refused(title: str, said: str) -> None:
    with pytest.raises(ReleaseError, match=said):
        notes(CHANGELOG, title)
