"""One entry under atheris, in a process of its own: ``tools.fuzz.process ENTRY FOUND``, and options of libFuzzer.

What fails is written into the folder ``FOUND`` here already: libFuzzer itself does not always live to do that.
"""

import hashlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["casebook_analyzer", "casebook_operator"]):
    from tools.fuzz.entries import ENTRIES, survives

if __name__ == "__main__":
    name, found = sys.argv.pop(1), Path(sys.argv.pop(1))
    chosen = next(entry for entry in ENTRIES if entry.name == name)

    def read(data: bytes) -> None:
        """Read one input, and keep it if that fails."""
        try:
            survives(chosen, data)
        except BaseException:
            (found / f"crash-{hashlib.sha1(data, usedforsecurity=False).hexdigest()}").write_bytes(data)
            raise

    atheris.Setup(sys.argv, read)
    atheris.Fuzz()
