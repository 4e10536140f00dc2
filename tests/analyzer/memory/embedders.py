"""Embedders without a model."""

from collections.abc import Sequence
from hashlib import sha256
from typing import final

from casebook_analyzer.embedding import Pixels, WordSplitter
from casebook_analyzer.memory.encoding.tokens import tokenize

_DIMENSION = 64


class WordEmbedder:
    """Deterministic: each term points somewhere, a text is the sum of its terms. Shared words make a high cosine.

    A text with ``poison`` in it, if that is not empty, cannot be embedded.
    """

    def __init__(
        self, model: str = "words", revision: str = "1", *, dimension: int = _DIMENSION, poison: str = ""
    ) -> None:
        self.model = model
        self.revision = revision
        self.dimension = dimension
        self.calls = 0
        self.embedded: list[str] = []
        self._poison = poison
        self._splitter = WordSplitter()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        if self._poison and any(self._poison in text for text in texts):
            raise ValueError(f"cannot read {self._poison}")
        self.embedded.extend(texts)
        return [self._embed(text) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._splitter.count_tokens(texts)

    def split(self, text: str, size: int) -> list[str]:
        return self._splitter.split(text, size)

    def _embed(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        for term in set(tokenize(text)):
            digest = sha256(term.encode()).digest()
            vector[digest[0] % self.dimension] += 1.0 if digest[1] & 1 else -1.0
        return vector


@final
class SeeingEmbedder(WordEmbedder):
    """Of a picture it knows whether it is red: then its vector is that of the word. A blue one it cannot look at."""

    def embed_picture(self, picture: Pixels) -> list[float]:
        if picture.rgb.startswith(b"\0\0\xff"):
            raise ValueError("cannot look at it")
        return self._embed("red" if picture.rgb.startswith(b"\xff\0\0") else "another colour")


@final
class DeadEmbedder:
    """A model that cannot be loaded, or broke."""

    model = "dead"
    revision = "1"
    dimension = _DIMENSION

    def __init__(self, error: type[BaseException] = RuntimeError) -> None:
        self._error = error

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise self._error

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        raise self._error

    def split(self, text: str, size: int) -> list[str]:
        raise self._error


@final
class LyingEmbedder:
    """Its vectors are longer than it says."""

    model = "liar"
    revision = "1"
    dimension = _DIMENSION

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] * (_DIMENSION + 1) for _ in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return WordSplitter().count_tokens(texts)

    def split(self, text: str, size: int) -> list[str]:
        return WordSplitter().split(text, size)
