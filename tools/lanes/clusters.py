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
from tools.lanes.lane import Need


@dataclass(frozen=True, slots=True)
class Clusters:
    """State folders of the tool in `e2e/cluster`.

    Two clusters, because operators that tests run on the node take up whatever fails around them, and tests of the
    control plane make things fail. Where both folders are one, lanes wait for each other.
    """

    node: Path
    plane: Path

    @classmethod
    def of_this_machine(cls) -> Clusters:
        """A cluster that was named and one in kind are shared: there is no second one of them.

        Raises:
            e2e.cluster.ClusterError: What the environment names does not exist.
        """
        options = Options()
        shared = choose(options, machine_facts()) in {Source.GIVEN, Source.KIND}
        named = options.state_dir
        return cls(named, named if shared else named.with_name(f"{named.name}-plane"))

    @property
    def shared(self) -> bool:
        """Whether all lanes have one cluster, whose API server somebody else has started."""
        return self.node == self.plane

    def of(self, need: Need) -> Path:
        """Return the state folder for a lane."""
        return self.plane if need is Need.CONTROL_PLANE else self.node

    def environment(self, need: Need) -> Mapping[str, str]:
        """Return what makes the tool use that folder."""
        alone = {NODE_ENV: "no"} if self.of(need) != self.node else {}
        return {STATE_ENV: str(self.of(need)), **alone}


def runs(state: Path) -> bool:
    """Tell whether there is a healthy cluster, started by whomever."""
    return cluster.current(state) is not None


def main(arguments: Sequence[str]) -> int:
    """Give a command to the tool in `e2e/cluster`, for each cluster once, and return the first code that is not 0."""
    clusters = Clusters.of_this_machine()
    needs = {clusters.of(need): need for need in (Need.CONTROL_PLANE, Need.NODE)}.values()
    command = [sys.executable, "-m", "e2e.cluster", *arguments]
    codes = [
        subprocess.run(command, env=os.environ | clusters.environment(need), check=False).returncode for need in needs
    ]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
