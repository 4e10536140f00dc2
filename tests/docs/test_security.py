"""Every test that the page names as a proof is there."""

import re

from tests.rows import of_every
from tools.places import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`((?:tests|bench|e2e)/[^`*]+)`", PAGE)))
ROWS = re.findall(r"^\| (\d+) \|.*?\| (.+) \|$", PAGE, re.MULTILINE)


@of_every("path", NAMED)
def test_what_proves_it_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_each_finding_of_the_review_has_its_proof() -> None:
    assert [int(number) for number, _ in ROWS] == list(range(1, 22))
    assert all("`tests/" in proof for _, proof in ROWS)
