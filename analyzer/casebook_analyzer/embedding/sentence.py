"""sentence-transformers from a local folder."""

import json
import os
from collections.abc import Sequence
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, cast, final

from casebook_analyzer.embedding.word_splitter import cut_at
from casebook_analyzer.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
_BATCH = 16
"""Texts at a time. More gains nothing on two cores and costs memory."""


@final
class SentenceTransformersEmbedder:
    """A model from a folder; the folder is read and torch is imported when the first text comes.

    That takes about 6 seconds with a warm disk and 0.9 GB of memory (all-MiniLM-L6-v2, two cores), so it must not
    happen on the event loop. What can be known from small files (``dimension``, token counts) needs none of it.
    """

    def __init__(self, path: Path, *, name: str | None = None) -> None:
        self._path = path
        self.model = name or path.name

    @cached_property
    def revision(self) -> str:
        """The first 12 hexadecimal digits of the SHA-256 of the weights: the same weights anywhere are one model.

        Raises:
            EmbedderUnavailableError: The folder has no weights.
        """
        for name in _WEIGHTS:
            if (weights := self._path / name).is_file():
                with weights.open("rb") as file:
                    return file_digest(file, "sha256").hexdigest()[:12]
        raise EmbedderUnavailableError(f"There are no weights in {self._path}: expected one of {', '.join(_WEIGHTS)}.")

    @cached_property
    def dimension(self) -> int:
        """Numbers per vector, from the configuration of the model.

        Raises:
            EmbedderUnavailableError: The configuration is missing or does not say.
        """
        try:
            config = json.loads((self._path / "1_Pooling" / "config.json").read_bytes())
            return int(config.get("word_embedding_dimension") or config["embedding_dimension"])
        except (OSError, ValueError, KeyError) as error:
            raise EmbedderUnavailableError(
                f"The model in {self._path} does not state its dimension: {error}"
            ) from error

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text. What is longer than the model reads is cut off, so split the text before.

        Raises:
            EmbedderUnavailableError: The model cannot be loaded.
        """
        vectors = self._transformer.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return cast("list[list[float]]", vectors.tolist())

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many word pieces each text has, without ``[CLS]`` and ``[SEP]``."""
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]

    def split(self, text: str, size: int) -> list[str]:
        """Parts of at most ``size`` word pieces."""
        return cut_at(self._tokenizer.encode(text, add_special_tokens=False).offsets, text, size)

    @cached_property
    def _transformer(self) -> "SentenceTransformer":
        # Read when huggingface_hub is imported: with it, a missing file is an error and not a download.
        os.environ["HF_HUB_OFFLINE"] = "1"
        try:
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - seconds, and 0.9 GB
            from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415

            disable_progress_bar()  # type: ignore[no-untyped-call]
            return SentenceTransformer(str(self._path), device="cpu", local_files_only=True)
        except (ImportError, OSError, ValueError) as error:
            raise EmbedderUnavailableError(f"The embedding model in {self._path} cannot be loaded: {error}") from error

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        """The model's own tokenizer, apart from the model: cutting a report then needs no torch."""
        from tokenizers import Tokenizer  # noqa: PLC0415 - comes with sentence-transformers only

        tokenizer = Tokenizer.from_file(str(self._path / "tokenizer.json"))
        # The file carries the limits of training: 128 pieces, and padding up to them.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer
