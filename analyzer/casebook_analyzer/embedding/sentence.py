"""Any model of sentence-transformers, from a local folder."""

import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast, final

from typing_extensions import override

from casebook_analyzer.embedding.folder import FolderEmbedder
from casebook_analyzer.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_BATCH = 16
"""Texts at a time. More gains nothing on two cores and costs memory."""


@final
class SentenceTransformersEmbedder(FolderEmbedder):
    """Whatever model a folder holds; torch is imported when the first text comes.

    That takes about 6 seconds with a warm disk and 0.9 GB of memory (all-MiniLM-L6-v2, two cores), so it must not
    happen on the event loop.
    """

    @override
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        vectors = self._transformer.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return cast("list[list[float]]", vectors.tolist())

    @cached_property
    def _transformer(self) -> "SentenceTransformer":
        # Read when huggingface_hub is imported: with it, a missing file is an error and not a download.
        os.environ["HF_HUB_OFFLINE"] = "1"
        try:
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - seconds, and 0.9 GB
            from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415

            disable_progress_bar()
            return SentenceTransformer(str(self._path), device="cpu", local_files_only=True)
        except (ImportError, OSError, ValueError) as error:
            raise EmbedderUnavailableError(f"The embedding model in {self._path} cannot be loaded: {error}") from error
