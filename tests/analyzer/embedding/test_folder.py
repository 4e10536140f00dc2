"""What is known of a model from its folder."""

from collections.abc import Sequence
from math import fsum, sqrt
from pathlib import Path
from typing import final

import pytest
from typing_extensions import override

from casebook_analyzer.embedding import MiniLmEmbedder, packaged_weights
from casebook_analyzer.embedding.folder import FolderEmbedder
from casebook_analyzer.errors import EmbedderUnavailableError

pytestmark = pytest.mark.model


@final
class Mute(FolderEmbedder):
    @override
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise NotImplementedError


@pytest.fixture(scope="module")
def embedder() -> FolderEmbedder:
    folder = packaged_weights()
    assert folder is not None
    return MiniLmEmbedder(folder)


def test_vectors_are_unit_vectors_of_the_stated_dimension(embedder: FolderEmbedder) -> None:
    vectors = embedder.embed(["GPU has fallen off the bus", "no such file or directory"])
    assert [len(vector) for vector in vectors] == [embedder.dimension] * 2 == [384, 384]
    for vector in vectors:
        assert sqrt(fsum(value * value for value in vector)) == pytest.approx(1, abs=1e-5)


def test_the_revision_is_that_of_the_weights(embedder: FolderEmbedder) -> None:
    assert embedder.revision == "53aa51172d14"


def test_tokens_are_counted_without_the_limit_of_the_model(embedder: FolderEmbedder) -> None:
    embedder.embed(["what embeds has the limit"])
    assert embedder.count_tokens(["memory", "memory " * 500]) == [1, 500]


def test_a_long_line_is_split_by_pieces(embedder: FolderEmbedder) -> None:
    parts = embedder.split("OutOfMemoryError at 0x7fff " * 200, 240)
    assert all(count <= 241 for count in embedder.count_tokens(parts))  # a word that is cut begins anew
    assert len(parts) > 5


def test_a_folder_without_configuration_does_not_state_its_dimension(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"broken")
    broken = Mute(tmp_path)
    with pytest.raises(EmbedderUnavailableError, match="does not state its dimension"):
        _ = broken.dimension
    assert len(broken.revision) == 12


def test_a_model_without_weights_has_no_revision(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailableError, match="no weights"):
        _ = Mute(tmp_path).revision
