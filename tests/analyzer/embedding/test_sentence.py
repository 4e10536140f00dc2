"""The real model."""

from math import fsum, sqrt
from pathlib import Path

import pytest

from casebook_analyzer.embedding import SentenceTransformersEmbedder, find_model
from casebook_analyzer.errors import EmbedderUnavailableError

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def embedder() -> SentenceTransformersEmbedder:
    return SentenceTransformersEmbedder(find_model(), name="all-MiniLM-L6-v2")


def test_vectors_are_unit_vectors_of_the_stated_dimension(embedder: SentenceTransformersEmbedder) -> None:
    vectors = embedder.embed(["GPU has fallen off the bus", "no such file or directory"])
    assert [len(vector) for vector in vectors] == [embedder.dimension] * 2 == [384, 384]
    for vector in vectors:
        assert sqrt(fsum(value * value for value in vector)) == pytest.approx(1, abs=1e-5)


def test_close_meanings_are_close(embedder: SentenceTransformersEmbedder) -> None:
    query, near, far = embedder.embed(["container ran out of memory", "process was OOM killed", "certificate expired"])
    assert fsum(a * b for a, b in zip(query, near, strict=True)) > fsum(a * b for a, b in zip(query, far, strict=True))


def test_the_revision_is_that_of_the_weights(embedder: SentenceTransformersEmbedder) -> None:
    assert embedder.revision == "53aa51172d14"


def test_tokens_are_counted_without_the_limit_that_the_tokenizer_was_trained_with(
    embedder: SentenceTransformersEmbedder,
) -> None:
    assert embedder.count_tokens(["memory", "memory " * 500]) == [1, 500]


def test_a_long_line_is_split_by_pieces(embedder: SentenceTransformersEmbedder) -> None:
    parts = embedder.split("OutOfMemoryError at 0x7fff " * 200, 240)
    assert all(count <= 241 for count in embedder.count_tokens(parts))  # a word that is cut begins anew
    assert len(parts) > 5


def test_a_model_whose_weights_are_broken_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("[]")
    (tmp_path / "model.safetensors").write_bytes(b"broken")
    broken = SentenceTransformersEmbedder(tmp_path)
    with pytest.raises(EmbedderUnavailableError, match="does not state its dimension"):
        _ = broken.dimension
    assert len(broken.revision) == 12


def test_a_model_without_weights_has_no_revision(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailableError, match="no weights"):
        _ = SentenceTransformersEmbedder(tmp_path).revision
