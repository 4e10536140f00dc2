"""Which lanes there are, and which tests run in which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from pathlib import Path

CORES = 2
"""The machine that the lanes are cut for."""

WORKERS = 2 * CORES
"""Of the unit lane, whose tests wait for a database, another process or a deadline in a third of their time."""


class Need(StrEnum):
    """What runs before the first test of a lane."""

    NOTHING = "nothing"
    CONTROL_PLANE = "control plane"
    NODE = "node"


class Priority(IntEnum):
    """Who is served first on two cores, as what ``nice`` adds. Only root may go below 0; for others nice says so."""

    URGENT = -10
    """Time itself is the claim: hours of life are played in minutes, and whoever falls behind proves nothing."""
    NORMAL = 0
    """It waits for a cluster most of the time, and is served at once when there is something to do."""
    POLITE = 5
    """It only computes."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One pytest, beside those of other lanes."""

    name: str
    marked: str
    """Pytest's expression (-m) for its tests. Every test belongs to one lane."""
    need: Need = Need.NOTHING
    priority: Priority = Priority.POLITE
    workers: int = 0
    """Processes of pytest-xdist; 0 is pytest without it."""

    def options(self, results: Path) -> list[str]:
        """Return the options of pytest."""
        spread = [f"--numprocesses={self.workers}", "--dist=worksteal"] if self.workers else []
        return ["-m", self.marked, *spread, "--color=no", f"--junit-xml={results}"]


LANES: Sequence[Lane] = (
    Lane("node", "node", Need.NODE, Priority.NORMAL),
    Lane("life", "life and not node", Need.CONTROL_PLANE, Priority.URGENT),
    Lane("shards", "shards and not life and not node", Need.CONTROL_PLANE, Priority.NORMAL),
    Lane("cluster", "cluster and not shards and not life and not node", Need.CONTROL_PLANE, Priority.NORMAL),
    Lane("browser", "browser and not life and not shards and not cluster and not node"),
    Lane("model", "model and not browser and not life and not shards and not cluster and not node"),
    Lane("unit", "not model and not browser and not life and not shards and not cluster and not node", workers=WORKERS),
)
