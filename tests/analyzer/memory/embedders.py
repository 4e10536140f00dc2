"""Embedders without a model."""

from collections.abc import Sequence
from hashlib import sha256
from typing import final

from casebook_analyzer.embedding import WordSplitter
from casebook_analyzer.memory.tokens import tokenize

_DIMENSION = 64


@final
class WordEmbedder:
    """Deterministic: each term points somewhere, a text is the sum of its terms. Shared words make a high cosine."""

    def __init__(self, model: str = "words", revision: str = "1") -> None:
        self.model = model
        self.revision = revision
        self.dimension = _DIMENSION
        self.calls = 0
        self._splitter = WordSplitter()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        return [self._embed(text) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._splitter.count_tokens(texts)

    def split(self, text: str, size: int) -> list[str]:
        return self._splitter.split(text, size)

    def _embed(self, text: str) -> list[float]:
        vector = [0.0] * _DIMENSION
        for term in set(tokenize(text)):
            digest = sha256(term.encode()).digest()
            vector[digest[0] % _DIMENSION] += 1.0 if digest[1] & 1 else -1.0
        return vector


@final
class DeadEmbedder:
    """A model that cannot be loaded, or broke."""

    model = "dead"
    revision = "1"
    dimension = _DIMENSION

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise RuntimeError("out of memory")

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        raise RuntimeError("no tokenizer")

    def split(self, text: str, size: int) -> list[str]:
        raise RuntimeError("no tokenizer")
