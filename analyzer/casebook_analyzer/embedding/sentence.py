"""Any model of sentence-transformers, from a local folder."""

import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, final

from typing_extensions import override

from casebook_analyzer.embedding.folder import FolderEmbedder
from casebook_analyzer.embedding.protocol import Pixels
from casebook_analyzer.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_BATCH = 16
"""Texts at a time. More gains nothing on two cores and costs memory."""


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


@final
class MultimodalEmbedder(SentenceTransformersEmbedder):
    """A model of texts and pictures, such as CLIP. It needs torchvision and Pillow besides."""

    @override
    @cached_property
    def dimension(self) -> int:
        """Numbers per vector: of CLIP, its relatives and SigLIP the space that both of their halves end in.

        Raises:
            EmbedderUnavailableError: The configuration is missing or does not say.
        """
        config = _read(self._path / "config.json")
        try:
            return int(config.get("projection_dim") or config["text_config"]["projection_size"])
        except (TypeError, ValueError, KeyError) as error:
            raise EmbedderUnavailableError(f"The model in {self._path} does not state its dimension.") from error

    def embed_picture(self, picture: Pixels) -> list[float]:
        """The unit vector of a picture.

        Raises:
            EmbedderUnavailableError: The model cannot be loaded.
        """
        from PIL import Image  # noqa: PLC0415 - an extra

        image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
        vectors = self._transformer.encode([image], normalize_embeddings=True, show_progress_bar=False)
        return cast("list[float]", vectors[0].tolist())


def takes_pictures(folder: Path) -> bool:
    """Whether the model in a folder, as sentence-transformers 6 writes it, embeds pictures as well."""
    return "image" in _read(folder / "sentence_bert_config.json").get("modality_config", {})


def _read(file: Path) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(file.read_bytes()))
    except (OSError, ValueError):
        return {}
