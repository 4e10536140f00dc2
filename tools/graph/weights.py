"""Where the tensors lie in a file of safetensors."""

import json
from dataclasses import dataclass
from pathlib import Path

_LENGTH = 8
"""Bytes of the little-endian number in front, which is the length of the header in JSON (safetensors, README)."""


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor of 32-bit floats."""

    shape: tuple[int, ...]
    offset: int
    """In bytes, from the beginning of the file."""
    length: int
    """In bytes."""


def read_layout(path: Path) -> dict[str, StoredTensor]:
    """Every tensor of floats by its name."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH), "little")
        header = json.loads(file.read(length))
    found = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            start, end = entry["data_offsets"]
            found[name] = StoredTensor(tuple(entry["shape"]), _LENGTH + length + start, end - start)
    return found
