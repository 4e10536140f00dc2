"""What every benchmark says of where and on what it ran."""

import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGES = ("kube-casebook", "kopf", "kubernetes", "msgspec", "sqlalchemy", "psycopg", "onnxruntime")


def described() -> dict[str, Any]:
    """Cores, memory, load and versions, as JSON takes them. The load is that of before: of other work."""
    memory = next(
        int(line.split()[1]) for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemTotal")
    )
    return {
        "cores": len(os.sched_getaffinity(0)),
        "machine": platform.machine(),
        "memory_gib": round(memory / 2**20, 1),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "kernel": platform.release(),
        "versions": {name: version(name) for name in PACKAGES},
    }


def sentence(machine: dict[str, Any]) -> str:
    """The same for the title of a table."""
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    return (
        f"{machine['cores']} cores ({machine['machine']}), {machine['memory_gib']} GiB, load {machine['load']} before, "
        f"Python {machine['python']}; {versions}"
    )
