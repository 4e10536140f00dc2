"""Embedding models behind one small protocol. Nothing heavy is imported before the first text is embedded."""

from casebook_analyzer.embedding.local import INSTALL, PACKAGED_MODEL, load_embedder, packaged_weights
from casebook_analyzer.embedding.minilm import MiniLmEmbedder
from casebook_analyzer.embedding.protocol import Embedder, PictureEmbedder, Pixels, Splitter
from casebook_analyzer.embedding.sentence import MultimodalEmbedder, SentenceTransformersEmbedder
from casebook_analyzer.embedding.word_splitter import WordSplitter

__all__ = [
    "INSTALL",
    "PACKAGED_MODEL",
    "Embedder",
    "MiniLmEmbedder",
    "MultimodalEmbedder",
    "PictureEmbedder",
    "Pixels",
    "SentenceTransformersEmbedder",
    "Splitter",
    "WordSplitter",
    "load_embedder",
    "packaged_weights",
]
