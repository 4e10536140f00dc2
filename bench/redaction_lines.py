"""Recall, false positives and speed of redaction over labelled lines of a folder.

    python -m bench.redaction_lines FOLDER [--missed] [--personal]

The folder has ``secrets.jsonl`` and ``benign.jsonl``: objects with ``text``, ``kind`` and ``secret``, the part of a
text that has to vanish. Texts are cleaned first, as all that strangers wrote are. A secret is found when it no longer
stands in the text as a whole; a benign line is a false positive when anything of it has changed. Speed is megabytes of
UTF-8 for a second of CPU over all lines, often. With ``--personal`` telephone numbers, accounts and national numbers
are looked for, too.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench.redaction import own
from casebook_analyzer.redaction.sanitizer import cleaned
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy

_REPEATS, _BYTES = 5, 2_000_000


class Line(msgspec.Struct, frozen=True):
    """One labelled text; ``secret`` is empty where nothing is to vanish."""

    text: str
    kind: str
    secret: str = ""


def lines(file: Path) -> list[Line]:
    found = [msgspec.json.decode(line, type=Line) for line in file.read_bytes().splitlines()]
    return [msgspec.structs.replace(line, text=cleaned(line.text)) for line in found]


def speed(redact: Callable[[str], str], texts: list[str]) -> float:
    text = "\n".join(texts)
    pieces = [text] * (_BYTES // len(text) + 1)
    size = sum(len(piece.encode()) for piece in pieces)
    times = []
    for _ in range(_REPEATS):
        before = time.process_time()
        for piece in pieces:
            redact(piece)
        times.append(time.process_time() - before)
    return size / 1e6 / min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--missed", action="store_true", help="print what was missed and what was taken wrongly")
    parser.add_argument("--personal", action="store_true", help="with every setting of evidence.redaction for them")
    arguments = parser.parse_args()
    redact = own(
        RedactionPolicy(phones=True, ibans=True, national_ids=True) if arguments.personal else SECRETS_AND_EMAILS
    )
    secrets, benign = (lines(arguments.folder / f"{name}.jsonl") for name in ("secrets", "benign"))
    missed = [line for line in secrets if line.secret in redact(line.text)]
    wrong = [line for line in benign if redact(line.text) != line.text]
    if arguments.missed:
        for line in missed:
            print(f"missed {line.kind}: {redact(line.text)!r}")
        for line in wrong:
            print(f"wrong {line.kind}: {redact(line.text)!r}")
    print(f"recall {1 - len(missed) / len(secrets):.3f} of {len(secrets)}: missed {', '.join(x.kind for x in missed)}")
    print(f"false positives {len(wrong)} of {len(benign)}: {', '.join(x.kind for x in wrong)}")
    print(f"{speed(redact, [line.text for line in benign]):.1f} MB/s over benign lines")


if __name__ == "__main__":
    main()
