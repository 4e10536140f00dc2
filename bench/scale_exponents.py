"""How what is measured grows with the cluster: the exponent by which each figure follows the number of nodes.

0 is what does not depend on the cluster, 1 what grows as it does. Between the smallest and the largest cluster that was
measured, and what goes on to grow so costs at :data:`COMPUTED_NODES`, which is computed and says so.
"""

import math
from collections.abc import Iterator
from typing import Any

from rich.table import Table

from bench.telling import rows_of

COMPUTED_NODES = 15_000
"""With ten pods each the 150,000 pods that Kubernetes supports (kubernetes.io, Considerations for large clusters)."""


def exponents(table: Table) -> Table:
    """A table of them, for each tree and figure that was measured at two sizes or more."""
    shown = Table(
        title=f"growth with nodes; the last column is computed from the two before it, for {COMPUTED_NODES} nodes"
    )
    for name in ("tree", "from", "to", "exponent", "computed"):
        shown.add_column(name, justify="right")
    for tree, figure, (few, least), (many, most) in _ends(rows_of(table)):
        exponent = math.log(most / least) / math.log(many / few)
        computed = linear(few, least, many, most, COMPUTED_NODES)
        shown.add_row(
            f"{tree}: {figure}",
            f"{least:g} at {few:.0f}",
            f"{most:g} at {many:.0f}",
            f"{exponent:.2f}",
            f"{computed:.3g}",
        )
    return shown


def linear(few: float, least: float, many: float, most: float, at: float) -> float:
    """What it is there if it goes on along the line through two measurements: a fixed part and one for each node."""
    return most + (most - least) / (many - few) * (at - many)


def _ends(rows: list[dict[str, Any]]) -> Iterator[tuple[str, str, tuple[float, float], tuple[float, float]]]:
    found: dict[tuple[str, str], dict[float, float]] = {}
    for row in rows:
        nodes, _, tree = row["name"].split(", ", 2)
        for figure, numbers in row["figures"].items():
            found.setdefault((tree, figure), {})[float(nodes)] = numbers[0]
    for (tree, figure), by_nodes in found.items():
        few, many = min(by_nodes), max(by_nodes)
        if few < many and by_nodes[few] > 0 and by_nodes[many] > 0:
            yield tree, figure, (few, by_nodes[few]), (many, by_nodes[many])
