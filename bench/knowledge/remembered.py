"""A model that is asked for each text once: shelves of a corpus have most of their passages in common."""

from collections.abc import Sequence
from typing import final

from typing_extensions import override

from casebook_analyzer.embedding import Embedder


@final
class Remembered(Embedder):
    """Another model, and the vectors that it gave."""

    def __init__(self, of: Embedder) -> None:
        self._of = of
        self._known: dict[str, list[float]] = {}

    @property
    @override
    def model(self) -> str:
        return self._of.model

    @property
    @override
    def revision(self) -> str:
        return self._of.revision

    @property
    @override
    def dimension(self) -> int:
        return self._of.dimension

    @override
    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._of.count_tokens(texts)

    @override
    def split(self, text: str, size: int) -> list[str]:
        return self._of.split(text, size)

    @override
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._of.embed(new), strict=True)
        return [self._known[text] for text in texts]
