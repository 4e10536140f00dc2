"""Writes what follows from the chart anew: ``make chart``, or ``python -m tools.chart``.

That is the descriptions and settings in ``values.schema.json``, the table of values in the chart's README, the rules of
the operator's roles, and the golden manifests. Read the difference before it is committed: it is what reaches clusters.
"""

import tempfile
from pathlib import Path

from e2e.cluster import tools
from tools.chart import golden, readme, rights, schema
from tools.chart.helm import Helm
from tools.places import write

if __name__ == "__main__":
    write(schema.FILE, schema.render())
    write(readme.FILE, readme.render())
    for path, text in rights.files().items():
        write(path, text)
    with tempfile.TemporaryDirectory() as home:
        helm = Helm(tools.helm(), Path(home))
        for case in golden.CASES:
            write(case / golden.FILE, golden.manifests(helm, case))
