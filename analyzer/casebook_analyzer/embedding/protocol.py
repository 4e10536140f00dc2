"""What memory asks of an embedding model."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec


class Splitter(Protocol):
    """Measures text in the pieces that a model reads."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many pieces each text has, without the special ones that a model adds."""
        ...

    def split(self, text: str, size: int) -> list[str]:
        """Parts of at most ``size`` pieces each, in order, nothing left out but white space."""
        ...


class Embedder(Splitter, Protocol):
    """Text to vectors. Synchronous and slow: memory calls it in a thread of its own, one call at a time.

    Any method and property may raise any exception: memory then stores and searches by words alone.
    """

    @property
    def model(self) -> str:
        """The model's name, for people."""
        ...

    @property
    def revision(self) -> str:
        """What exactly the model is. Vectors of two revisions are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of ``dimension`` numbers for each text. The length of the vectors does not matter."""
        ...


class Pixels(msgspec.Struct, frozen=True, kw_only=True):
    """A picture that is decoded."""

    width: int
    height: int
    rgb: bytes
    """Red, green and blue of each pixel, row by row from the top: three bytes a pixel."""

    @property
    def whole(self) -> bool:
        """Whether it has as many bytes as it says."""
        return len(self.rgb) == 3 * self.width * self.height


@runtime_checkable
class PictureEmbedder(Protocol):
    """What an :class:`Embedder` does besides, if it knows pictures: it puts them where its texts are."""

    def embed_picture(self, picture: Pixels) -> list[float]:
        """A vector of ``dimension`` numbers, to be compared with those of texts. May raise any exception."""
        ...
