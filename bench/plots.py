"""Plots of docs/scale.md: ``make plots``.

What is drawn is in ``docs/pictures/scale.json``, as ``bench.scale`` prints it in its last line. Marks are measured;
dashed lines go on along them to what is computed, whose marks are empty.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import matplotlib as mpl

from bench.scale_exponents import COMPUTED_NODES, linear
from tools.places import DOCS, ROOT

FIGURES = DOCS / "pictures" / "scale.json"
PICTURE = DOCS / "pictures" / "scale.svg"

_PANELS = {
    "idle": "resident at idle, MiB",
    "cores": "of a core, while 0.3 % of nodes\nand 0.1 % of pods change a second",
    "ready": "seconds until ready",
}

Points = list[tuple[float, float]]


def main() -> None:
    """Draw one panel for each figure, and in it a line for each tree."""
    mpl.use("svg")
    mpl.rcParams |= {"svg.hashsalt": "casebook", "svg.fonttype": "none", "font.size": 9, "axes.grid": True}
    from matplotlib.figure import Figure  # noqa: PLC0415 - after the back end was chosen

    rows = json.loads(FIGURES.read_text(encoding="utf-8"))["rows"]
    picture = Figure(figsize=(3.4 * len(_PANELS), 3.2), layout="constrained")
    for number, (figure, title) in enumerate(_PANELS.items(), 1):
        axes = picture.add_subplot(1, len(_PANELS), number)
        axes.set(title=title, xlabel="nodes (10 pods each)", xscale="log", yscale="log")
        for place, (name, points) in enumerate(series(rows, figure).items()):
            _line(axes.plot, name, sorted(points), f"C{place}")
        if number == 1:
            axes.legend(fontsize=7)
    picture.savefig(PICTURE, metadata={"Date": None, "Creator": None})
    sys.stdout.write(f"written  {PICTURE.relative_to(ROOT)}\n")


def series(rows: Iterable[Mapping[str, Any]], figure: str) -> dict[str, Points]:
    """Of each tree its figure by nodes."""
    found: dict[str, Points] = {}
    for row in rows:
        parts = row["name"].split(", ", 2)
        if len(parts) == 3 and parts[0].isdigit() and figure in row["figures"]:  # noqa: PLR2004 - nodes, pods, tree
            found.setdefault(parts[2], []).append((float(parts[0]), row["figures"][figure][0]))
    return found


def _line(plot: Callable[..., object], name: str, points: Points, color: str) -> None:
    plot(*zip(*points, strict=True), marker="o", color=color, label=name)
    (few, least), (many, most) = points[-2:]
    end = (float(COMPUTED_NODES), linear(few, least, many, most, COMPUTED_NODES))
    plot(*zip(points[-1], end, strict=True), linestyle="--", marker="o", markevery=[1], mfc="none", color=color)


if __name__ == "__main__":
    main()
