"""BERT with six layers, the mean of its last states, and its length taken out: all-MiniLM-L6-v2.

What it computes is that of ``BertModel`` in transformers with the layers ``Pooling`` and ``Normalize`` of
sentence-transformers. Attention looks at no padding, and the mean counts none: a text has the same vector in every
batch.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import final

from onnx import ModelProto

from casebook_analyzer.embedding.folder import WEIGHTS_FILE
from tools.graph.weights import StoredTensor, read_layout
from tools.graph.writer import GraphWriter

_LAYERS, _HEADS, _WIDTH = 6, 12, 384
_PER_HEAD = _WIDTH // _HEADS
_EPSILON = 1e-12
"""``layer_norm_eps`` of the model's configuration."""
_HIDDEN = -3.4028234663852886e38
"""The lowest float, which softmax makes zero."""


def written(weights: Path) -> bytes:
    """The file of the graph for a file of weights, which it refers to."""
    model = MiniLmGraph(read_layout(weights)).build()
    return bytes(model.SerializeToString(deterministic=True))


@final
class MiniLmGraph:
    """States are rows of 384, one for each word piece of each text."""

    def __init__(self, layout: Mapping[str, StoredTensor]) -> None:
        self._graph = GraphWriter(layout, WEIGHTS_FILE)

    def build(self) -> ModelProto:
        """Inputs are ``ids`` and ``mask``, of texts by word pieces; the output is one unit vector for each text."""
        at = self._graph
        mask = at.node("Cast", "mask", to=1)
        hidden = at.node("Mul", at.node("Sub", at.scalar(1.0), mask), at.scalar(_HIDDEN))
        hidden = at.node("Unsqueeze", hidden, at.integers(1, 2))
        states = self._embedded()
        for layer in range(_LAYERS):
            states = self._layer(states, hidden, f"encoder.layer.{layer}.")
        vectors = self._normalised(self._mean(states, mask))
        return at.model(("ids", "mask"), ("texts", "pieces"), vectors, _WIDTH)

    def _embedded(self) -> str:
        at = self._graph
        words = at.node("Gather", at.weight("embeddings.word_embeddings.weight"), "ids")
        # Every piece is of the first kind: there are no pairs of texts.
        kind = at.node("Gather", at.weight("embeddings.token_type_embeddings.weight"), at.integers(0))
        start, length = at.integers(0), at.node("Shape", "ids", start=1)
        positions = at.node("Slice", at.weight("embeddings.position_embeddings.weight"), start, length, start)
        states = at.node("Add", at.node("Add", words, kind), positions)
        return self._norm(at.node("Reshape", states, at.integers(-1, _WIDTH)), "embeddings.LayerNorm")

    def _layer(self, states: str, hidden: str, of: str) -> str:
        at = self._graph
        seen = self._dense(self._attention(states, hidden, f"{of}attention.self."), f"{of}attention.output.dense")
        states = self._norm(at.node("Add", seen, states), f"{of}attention.output.LayerNorm")
        wide = at.node("Gelu", self._dense(states, f"{of}intermediate.dense"))
        narrow = self._dense(wide, f"{of}output.dense")
        return self._norm(at.node("Add", narrow, states), f"{of}output.LayerNorm")

    def _attention(self, states: str, hidden: str, of: str) -> str:
        at = self._graph
        shape = at.node("Concat", at.node("Shape", "ids"), at.integers(_HEADS, _PER_HEAD), axis=0)

        def heads(name: str, order: list[int]) -> str:
            return at.node("Transpose", at.node("Reshape", self._dense(states, of + name), shape), perm=order)

        query, key = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1])
        scores = at.node("Mul", at.node("MatMul", query, key), at.scalar(_PER_HEAD**-0.5))
        shares = at.node("Softmax", at.node("Add", scores, hidden), axis=-1)
        mixed = at.node("MatMul", shares, heads("value", [0, 2, 1, 3]))
        return at.node("Reshape", at.node("Transpose", mixed, perm=[0, 2, 1, 3]), at.integers(-1, _WIDTH))

    def _mean(self, states: str, mask: str) -> str:
        at = self._graph
        states = at.node("Reshape", states, at.node("Concat", at.node("Shape", "ids"), at.integers(_WIDTH), axis=0))
        counted = at.node("Unsqueeze", mask, at.integers(2))
        total = at.node("ReduceSum", at.node("Mul", states, counted), at.integers(1), keepdims=0)
        # A text has two special pieces at least, so this is never zero.
        return at.node("Div", total, at.node("ReduceSum", counted, at.integers(1), keepdims=0))

    def _normalised(self, vectors: str) -> str:
        return self._graph.node("LpNormalization", vectors, axis=-1, p=2)

    def _norm(self, states: str, of: str) -> str:
        at = self._graph
        weight, bias = at.weight(f"{of}.weight"), at.weight(f"{of}.bias")
        return at.node("LayerNormalization", states, weight, bias, epsilon=_EPSILON, axis=-1)

    def _dense(self, states: str, of: str) -> str:
        # Gemm reads weights as they are stored, where MatMul would need another copy, transposed.
        return self._graph.node(
            "Gemm", states, self._graph.weight(f"{of}.weight"), self._graph.weight(f"{of}.bias"), transB=1
        )
