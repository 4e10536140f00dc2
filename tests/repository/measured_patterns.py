"""Measures every pattern of both packages on its worst texts, and prints those that are not linear.

    python -m tests.repository.measured_patterns

A program of its own: a pattern that takes exponential time is stopped with it. CPU time counts, not the clock.

What is linear stays so as long as nothing of it changes, neither the pattern nor how it is measured: that is kept
beside the built programs, for every checkout, as mypy's knowledge is.
"""

import hashlib
import json
import os
import resource
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from e2e.cluster.options import default_cache_dir
from tests.repository.compiled_patterns import compiled_patterns
from tests.repository.pattern_uses import AT_ITS_BEGIN, methods_of
from tests.repository.worst_texts import Shape, worst_texts

FIRST = 2_000
"""Characters of every text."""
RUNGS = (8_000, 40_000, 200_000, 1_000_000)
"""Those of the texts that took longest. A quadratic pattern that passes one rung is quick enough to be stopped by the
next: Python's engine cannot be interrupted everywhere."""
MOST_SECONDS = 1.0
"""For a million characters, which is a microsecond for each."""
_UNSURE = 3
"""So many times as long may a character take below the last rung: a busy machine slows down for a moment."""
_SHORT = 10_000
"""Characters of a text that is read too quickly to be measured once."""
_AGAIN = 10
_SHORTEST = 0.2
"""Seconds that every text may take before it is stopped: those of a short one would pass while the machine is busy."""
_WORST = 3
_SUSPECT = 5e-7
"""Seconds for a character, from which the next rung is climbed though the time has not grown."""
_GROWTH = 4.0
"""How many times longer a character may take than in the first size. In a linear pattern it takes no longer."""
_NOTHING = 2e-8
"""Seconds for a character below which nothing grows: what is counted is the call."""
_ALL_SECONDS = 90

Scan = Callable[[Any], object]


class TooSlowError(Exception):
    """The time that a text may take is over."""


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_ALL_SECONDS, _ALL_SECONDS))
    uses, patterns, slow = methods_of(), compiled_patterns(), dict[str, str]()
    with _known() as known:
        for place, pattern in patterns.items():
            methods = uses[_name(place)]
            key = _key(pattern, methods)
            if key in known:
                continue
            if told := judged(pattern, methods):
                slow[place] = told
            else:
                known.add(key)
    sys.stdout.write(json.dumps({"patterns": len(patterns), "slow": slow, "cpu": round(time.process_time(), 1)}))


@contextmanager
def _known() -> Iterator[set[str]]:
    """What was found to be linear; what is added is kept."""
    file = default_cache_dir().with_name("linear-patterns.json")
    try:
        before = set(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):  # there is none yet, or a run that was killed has left half of it
        before = set()
    after = set(before)
    yield after
    if after != before:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(sorted(after)), encoding="utf-8")
        draft.replace(file)


@cache
def _measure() -> bytes:
    """What a measurement depends on beside the pattern."""
    here = Path(__file__)
    return b"".join([sys.version.encode(), here.read_bytes(), here.with_name("worst_texts.py").read_bytes()])


def _key(pattern: Any, methods: set[str]) -> str:
    text = repr((pattern.pattern, pattern.flags, sorted(methods)))
    return hashlib.sha256(_measure() + text.encode()).hexdigest()


def _name(place: str) -> str:
    name = place.split(maxsplit=1)[0]
    return name if "._" in name else name.rpartition(".")[2]


def _stop(_signal: int, _frame: object) -> None:
    raise TooSlowError


def judged(pattern: Any, methods: set[str]) -> str:
    """Which text takes too long, or nothing."""
    signal.signal(signal.SIGVTALRM, _stop)
    measured = []
    for scan in _scans(pattern, methods):
        for shape in worst_texts(pattern):
            first = _seconds(scan, shape.text(FIRST), pattern)
            if _too_long(first, FIRST):
                first = _seconds(scan, shape.text(FIRST), pattern, times=_AGAIN)
                if _too_long(first, FIRST):
                    return _told(first, FIRST, shape)
            measured.append((first / FIRST, scan, shape))
    ranked = sorted(measured, key=lambda one: -one[0])[:_WORST]
    return next(filter(None, (_climbed(first, scan, shape, pattern) for first, scan, shape in ranked)), "")


def _climbed(first: float, scan: Scan, shape: Shape, pattern: Any) -> str:
    """At which size it takes too long. ``first`` are seconds for a character in the first size."""
    for size in RUNGS:
        took = _seconds(scan, shape.text(size), pattern, times=_AGAIN if size < _SHORT else 1)
        if _too_long(took, size):  # a core that others share is slower for a while, and never faster than it is
            took = min(took, *(_seconds(scan, shape.text(size), pattern, times=1) for _ in range(_WORST)))
        if _too_long(took, size):
            return _told(took, size, shape)
        if took / size < min(_SUSPECT, _GROWTH * max(first, _NOTHING)):
            break
    return ""


def _too_long(seconds: float, size: int) -> bool:
    return seconds > _most(size)


def _most(size: int) -> float:
    """Seconds for a text of so many characters."""
    most = MOST_SECONDS / RUNGS[-1] * size
    return most if size == RUNGS[-1] else most * _UNSURE


def _told(seconds: float, size: int, shape: Shape) -> str:
    return (
        f"{seconds:.2f} s or more for {size:,} characters: {shape.head!r} + {shape.piece[:80]!r} * n + {shape.tail!r}"
    )


def _scans(pattern: Any, methods: set[str]) -> Iterator[Scan]:
    if methods and methods <= AT_ITS_BEGIN:
        yield from (getattr(pattern, method) for method in sorted(methods))
    else:
        yield lambda text: deque(pattern.finditer(text), maxlen=0)


def _seconds(scan: Scan, text: str, pattern: Any, *, times: int = 0) -> float:
    """Of CPU, the mean of so many ``times``. Its clock ticks too slowly for one short text: without, of the clock."""
    clock = time.process_time if times else time.perf_counter
    given = text.encode() if isinstance(pattern.pattern, bytes) else text
    signal.setitimer(signal.ITIMER_VIRTUAL, max(_SHORTEST, _most(len(text)) * (times or 1)) * 1.2)
    before = clock()
    try:
        for _ in range(times or 1):
            scan(given)
    except TooSlowError:
        return MOST_SECONDS * 2
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return (clock() - before) / (times or 1)


if __name__ == "__main__":
    main()
