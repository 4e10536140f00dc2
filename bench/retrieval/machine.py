"""What a measurement ran on."""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Beside every figure: without it nobody can compare."""

    date: str
    commit: str
    system: str
    processor: str
    cores: int
    python: str
    casebook: str
    model: str
    revision: str


def describe(model: str, revision: str) -> Machine:
    """This machine and this commit."""
    return Machine(
        date=datetime.now(UTC).date().isoformat(),
        commit=_commit(),
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)),
        python=sys.version.split()[0],
        casebook=version("kube-casebook"),
        model=model,
        revision=revision,
    )


def _commit() -> str:
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
