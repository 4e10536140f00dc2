"""Which cluster a lane uses; `python -m tools.lanes.clusters up` (or `down`) for the clusters of all lanes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from e2e import cluster
from e2e.cluster.options import NODE_ENV, STATE_ENV, Options
from e2e.cluster.sources import Source, choose, machine_facts
from tools.lanes.lane import LANES, Lane, Need


@dataclass(frozen=True, slots=True)
class Clusters:
    """State folders of the tool in `e2e/cluster`.

    A cluster for each lane that needs one, because an operator that a test runs takes up whatever fails around it.
    Where all folders are one, lanes wait for each other.
    """

    named: Path
    shared: bool
    """Whether all lanes have one cluster, whose API server somebody else has started."""

    @classmethod
    def of_this_machine(cls) -> Clusters:
        """A cluster that was named and one in kind are shared: there is no second one of them.

        Raises:
            e2e.cluster.ClusterError: What the environment names does not exist.
        """
        options = Options()
        return cls(options.state_dir, choose(options, machine_facts()) in {Source.GIVEN, Source.KIND})

    def of(self, lane: Lane) -> Path:
        """Return the state folder for a lane: that of the node is the one which pytest finds without a lane."""
        if self.shared or lane.need is not Need.CONTROL_PLANE:
            return self.named
        return self.named.with_name(f"{self.named.name}-{lane.name}")

    def environment(self, lane: Lane) -> Mapping[str, str]:
        """Return what makes the tool use that folder."""
        state = self.of(lane)
        alone = {NODE_ENV: "no"} if state != self.named else {}
        return {STATE_ENV: str(state), **alone}


def runs(state: Path) -> bool:
    """Tell whether there is a healthy cluster, started by whomever."""
    return cluster.current(state) is not None


def main(arguments: Sequence[str]) -> int:
    """Give a command to the tool in `e2e/cluster`, for each cluster once, and return the first code that is not 0."""
    clusters = Clusters.of_this_machine()
    lanes = {clusters.of(lane): lane for lane in LANES if lane.need is not Need.NOTHING}.values()
    command = [sys.executable, "-m", "e2e.cluster", *arguments]
    codes = [
        subprocess.run(command, env=os.environ | clusters.environment(lane), check=False).returncode for lane in lanes
    ]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
