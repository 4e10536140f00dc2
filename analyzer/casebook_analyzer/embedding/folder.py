"""What the small files of a model's folder say, whichever library computes the vectors."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

from casebook_analyzer.embedding.word_splitter import cut_at
from casebook_analyzer.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_FILE = "model.safetensors"
_WEIGHTS = (WEIGHTS_FILE, "pytorch_model.bin")


class FolderEmbedder(ABC):
    """A model from a folder as sentence-transformers writes it. Nothing is read before it is asked for."""

    def __init__(self, path: Path, *, name: str | None = None) -> None:
        self._path = path
        self.model = name or path.name

    @abstractmethod
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text. What is longer than the model reads is cut off, so split the text before.

        Raises:
            EmbedderUnavailableError: The model cannot be loaded.
        """

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

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many word pieces each text has, without ``[CLS]`` and ``[SEP]``."""
        encodings = self._splitter.encode_batch(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]

    def split(self, text: str, size: int) -> list[str]:
        """Parts of at most ``size`` word pieces."""
        return cut_at(self._splitter.encode(text, add_special_tokens=False).offsets, text, size)

    @cached_property
    def _splitter(self) -> "Tokenizer":
        """The model's own tokenizer, apart from the model: cutting a report then needs no weights."""
        return self._tokenizer()

    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer  # noqa: PLC0415 - comes with an extra only

        tokenizer = Tokenizer.from_file(str(self._path / "tokenizer.json"))
        # The file carries the limits of training: 128 pieces, and padding up to them.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer
