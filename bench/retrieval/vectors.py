"""Vectors of the real model, kept on disk: embedding 2,500 reports takes minutes, reading them back does not."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from casebook_analyzer.embedding import Embedder

Matrix = npt.NDArray[np.float32]

_AT_A_TIME = 256
"""Texts between two writes: what an interrupted run loses."""


def cache_folder() -> Path:
    """Where vectors are kept, by the XDG base directory specification."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "casebook" / "bench-vectors"


def embed(embedder: Embedder, texts: Sequence[str]) -> Matrix:
    """Unit vectors, a row for each text. What the model has embedded before is read from the cache."""
    path = cache_folder() / f"{embedder.model}-{embedder.revision}.npz"
    known = _read(path)
    keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    pending = list(new.items())
    for start in range(0, len(pending), _AT_A_TIME):
        part = pending[start : start + _AT_A_TIME]
        rows = np.asarray(embedder.embed([text for _, text in part]), dtype=np.float32)
        known |= {key: row for (key, _), row in zip(part, rows, strict=True)}
        _write(path, known)
        if len(pending) > _AT_A_TIME:
            print(f"embedded {start + len(part)} of {len(pending)} texts", flush=True)
    return np.stack([known[key] for key in keys])


def _read(path: Path) -> dict[str, Matrix]:
    if not path.is_file():
        return {}
    with np.load(path) as stored:
        return dict(zip(stored["keys"].tolist(), stored["rows"], strict=True))


def _write(path: Path, known: dict[str, Matrix]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npz")
    np.savez(part, keys=np.array(list(known)), rows=np.stack(list(known.values())))
    part.replace(path)
