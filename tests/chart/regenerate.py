"""Writes what follows from the chart anew: ``make chart``, or

    python -m tests.chart.regenerate

That is the descriptions and settings in ``values.schema.json``, the table of values in the chart's README, and the
golden manifests. Read the difference before it is committed: it is what reaches clusters.
"""

import sys
import tempfile
from pathlib import Path

from e2e.cluster import tools
from tests.chart import golden, readme, schema
from tests.chart.helm import ROOT, Helm


def main() -> None:
    _write(schema.FILE, schema.render())
    _write(readme.FILE, readme.render())
    with tempfile.TemporaryDirectory() as home:
        helm = Helm(tools.helm(), Path(home))
        for case in golden.CASES:
            _write(case / golden.FILE, golden.manifests(helm, case))


def _write(path: Path, text: str) -> None:
    changed = not path.is_file() or path.read_text(encoding="utf-8") != text
    path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{'written' if changed else 'same':<8} {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
