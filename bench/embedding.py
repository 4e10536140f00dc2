"""What embedding costs a process: ONNX Runtime, and sentence-transformers where it is installed, in turns.

    .venv/bin/python -m bench.embedding --rounds 3
    .venv/bin/python -m bench.embedding --json figures.json

Each figure is the median of processes of their own. Short texts come one by one, as queries do; long ones fill what the
model reads, as pieces of reports do, and come 32 at a time.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench.start import NO_MODEL
from casebook_analyzer.embedding import Embedder, MiniLmEmbedder, SentenceTransformersEmbedder, packaged_weights

_SHORT, _LONG = 100, 32
_KIB = 1024


class _Figures(msgspec.Struct, frozen=True, kw_only=True):
    first: float
    """Seconds from the start of the process to the first vector."""
    first_processor: float
    """Processor time in seconds until then, which other processes do not lengthen."""
    resident: float
    """MiB after the first vector, pages of files among them."""
    peak: float
    """MiB at most, when all was embedded."""
    short: float
    """Seconds for a short text."""
    long: float
    """Texts of 256 word pieces in a second."""
    processor: float
    """Processor time in seconds for each of these texts, of all threads."""


_MODELS: dict[str, tuple[str, Callable[[Path], Embedder]]] = {
    "ONNX Runtime": ("onnxruntime", MiniLmEmbedder),
    "sentence-transformers": ("torch", SentenceTransformersEmbedder),
}


def _measure(embedder: Embedder, started: float) -> _Figures:
    embedder.embed(["the first text"])
    first = time.time() - started
    first_processor, resident = time.process_time(), _status("VmRSS")
    short = []
    for number in range(_SHORT):
        begin = time.perf_counter()
        embedder.embed([f"GPU {number} has fallen off the bus"])
        short.append(time.perf_counter() - begin)
    texts = [f"memory error {number} " * 100 for number in range(_LONG)]
    begin, used = time.perf_counter(), time.process_time()
    embedder.embed(texts)
    return _Figures(
        first=first,
        first_processor=first_processor,
        resident=resident,
        peak=_status("VmHWM"),
        short=statistics.median(short),
        long=_LONG / (time.perf_counter() - begin),
        processor=(time.process_time() - used) / _LONG,
    )


def _status(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(float(line.split()[1]) / _KIB for line in lines if line.startswith(f"{name}:"))


def _child(name: str) -> _Figures:
    command = [sys.executable, "-m", "bench.embedding", "--child", name, "--started", str(time.time())]
    return msgspec.json.decode(subprocess.run(command, check=True, capture_output=True).stdout, type=_Figures)


def _median(figures: list[_Figures]) -> _Figures:
    names = _Figures.__struct_fields__
    return _Figures(**{name: statistics.median(getattr(one, name) for one in figures) for name in names})


def _row(name: str, one: _Figures) -> list[str]:
    memory = [f"{one.resident:.0f} MiB", f"{one.peak:.0f} MiB"]
    return [
        name,
        f"{one.first:.2f} s",
        f"{one.first_processor:.2f} s",
        *memory,
        f"{1000 * one.short:.1f} ms",
        f"{one.long:.1f}",
        f"{one.processor:.3f} s",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write all figures there")
    parser.add_argument("--child", choices=_MODELS, help=argparse.SUPPRESS)
    parser.add_argument("--started", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args()
    folder = packaged_weights()
    if folder is None:
        raise SystemExit(NO_MODEL)
    if given.child:
        figures = _measure(_MODELS[given.child][1](folder), given.started)
        sys.stdout.buffer.write(msgspec.json.encode(figures))
        return
    models = {name: library for name, (library, _) in _MODELS.items() if find_spec(library)}
    rounds = [{name: _child(name) for name in models} for _ in range(given.rounds)]
    found = {
        f"{name}, {library} {version(library)}": _median([r[name] for r in rounds]) for name, library in models.items()
    }
    load = os.getloadavg()[0]
    table = Table(
        title=f"{len(os.sched_getaffinity(0))} cores, {os.uname().machine}, load {load:.1f}, {given.rounds} rounds"
    )
    for column in (
        "all-MiniLM-L6-v2 in",
        "first vector",
        "its processor",
        "resident",
        "peak",
        "a short text",
        "long texts/s",
        "processor each",
    ):
        table.add_column(column, justify="right")
    for name, one in found.items():
        table.add_row(*_row(name, one))
    Console(width=130).print(table)
    if given.json:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))


if __name__ == "__main__":
    main()
