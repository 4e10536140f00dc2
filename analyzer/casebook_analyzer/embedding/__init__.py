"""Embedding models behind one small protocol. Nothing heavy is imported before the first text is embedded."""

from casebook_analyzer.embedding.local import PACKAGED_MODEL, find_model, load_embedder
from casebook_analyzer.embedding.protocol import Embedder, Splitter
from casebook_analyzer.embedding.sentence import SentenceTransformersEmbedder
from casebook_analyzer.embedding.word_splitter import WordSplitter

__all__ = [
    "PACKAGED_MODEL",
    "Embedder",
    "SentenceTransformersEmbedder",
    "Splitter",
    "WordSplitter",
    "find_model",
    "load_embedder",
]
