"""What the kernel says of a process: memory and processor, without asking the process itself."""

import os
from pathlib import Path


def processor_of(pid: int) -> float:
    """Seconds that a process has had a processor, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int, name: str) -> float:
    """Memory of a process in MiB: ``VmRSS`` is what is resident now, ``VmHWM`` the most that ever was."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024
