"""The judgement of Flux and of kstatus, by their own code: `e2e/cluster/go/flux` is linked with both."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from e2e.cluster import build, process
from e2e.cluster.errors import ClusterError
from e2e.cluster.gomodules import Recipe
from e2e.cluster.options import Options

_FLUX = Recipe("flux", "flux", "github.com/fluxcd/pkg/runtime", {"flux": "."})


class Judged(NamedTuple):
    """What an object is for those who wait for it: Current, InProgress, Failed or Terminating."""

    kstatus: str
    """By the conventions alone, as `helm --wait`, kpt and Flux without expressions see it."""
    flux: str
    """By `healthCheckExprs`."""


def judge(questions: Iterable[tuple[Mapping[str, Any], Mapping[str, str]]]) -> list[Judged]:
    """Judge objects, each with the expressions for its kind. The first call builds the judge."""
    lines = "\n".join(json.dumps({"object": obj, "expressions": wanted}) for obj, wanted in questions)
    done = process.run([str(_program())], text=lines)
    if done.returncode:
        raise ClusterError(f"the judge failed: {done.stderr.strip()}")
    return [_read(line) for line in done.stdout.splitlines()]


def _program() -> Path:
    options = Options()
    return build.build([_FLUX], options.cache_dir) / "flux"


def _read(line: str) -> Judged:
    found = json.loads(line)
    if found.get("error"):
        raise ClusterError(f"an object cannot be judged: {found['error']}")
    return Judged(found["kstatus"], found["flux"])
