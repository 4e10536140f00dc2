"""``python -m e2e.audit``: the operator's rights against what it asked the cluster that runs; 1 if they differ."""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import yaml

from e2e.audit.calls import calls
from e2e.audit.comparison import compare, granted
from e2e.cluster.audit import log_of
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir

USER = "system:serviceaccount:casebook:casebook-operator"
ROLE = Path(__file__).parents[1] / "manifests" / "operator-rbac.yaml"
ELSEWHERE = Path(__file__).parent / "elsewhere.yaml"


def main() -> int:
    """Print what differs, a right a line, and return the exit code."""
    log = log_of(StateDir(Options().state_dir))
    if not log.exists():
        print(f"There is no audit log {log}. Start the cluster with `make cluster-up`, and run the tests.")
        return 2
    objects = yaml.safe_load_all(ROLE.read_text(encoding="utf-8"))
    (role,) = (one for one in objects if one["kind"] == "ClusterRole")
    excepted = chain.from_iterable(map(granted, yaml.safe_load(ELSEWHERE.read_text(encoding="utf-8")) or ()))
    found = compare(granted(role), calls(_lines(log), USER), excepted)
    for right, uri in found.refused.items():
        print(f"missing   {right} ({uri})")
    for right in found.spare:
        print(f"spare     {right}")
    for right in found.outdated:
        print(f"outdated  {right} stands in {ELSEWHERE.name}")
    return int(any(found))


def _lines(log: Path) -> Iterator[str]:
    """Yield the lines of all parts of a log that the API server rotates, oldest first."""
    for part in (*sorted(log.parent.glob(f"{log.stem}-*{log.suffix}")), log):
        with part.open(encoding="utf-8") as opened:
            yield from opened


if __name__ == "__main__":
    sys.exit(main())
