"""What the chart renders, in full: `make chart` writes it anew."""

from pathlib import Path

import pytest

from tools.chart.golden import CASES, FILE, manifests
from tools.chart.helm import Helm


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_manifests_are_those_that_were_looked_at(helm: Helm, case: Path) -> None:
    assert manifests(helm, case) == (case / FILE).read_text(encoding="utf-8"), (
        "run `make chart` and read the difference"
    )
