"""Texts with the vectors that sentence-transformers has for them: ``make reference`` writes these."""

from base64 import b64decode
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

FILE = Path(__file__).with_name("reference.json")


def texts() -> list[str]:
    return [entry["text"] for entry in msgspec.json.decode(FILE.read_bytes())]


def vectors() -> npt.NDArray[np.float32]:
    stored = [b64decode(entry["vector"]) for entry in msgspec.json.decode(FILE.read_bytes())]
    return np.stack([np.frombuffer(one, dtype="<f4") for one in stored])
