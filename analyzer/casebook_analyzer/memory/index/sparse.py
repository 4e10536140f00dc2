"""Term weights as pgvector stores them."""

from collections.abc import Mapping

from pgvector import SparseVector
from pgvector.sqlalchemy import SPARSEVEC

from casebook_analyzer.memory.encoding import bm25

WEIGHTS = SPARSEVEC(bm25.DIMENSIONS)
"""The type of a column of term weights, and of a parameter that is compared with one."""


def sparse(weights: Mapping[int, float]) -> SparseVector:
    """Term weights as pgvector stores them."""
    return SparseVector(dict(weights), bm25.DIMENSIONS)


def written(weights: Mapping[int, float]) -> str:
    """Term weights as PostgreSQL reads them: what a ``SparseVector`` is written as, in a third of the time."""
    texts = {weight: repr(weight) for weight in set(weights.values())}
    elements = ",".join(f"{term + 1}:{texts[weights[term]]}" for term in sorted(weights) if weights[term])
    return f"{{{elements}}}/{bm25.DIMENSIONS}"


def dense(vector: SparseVector) -> dict[int, float]:
    """Term weights as pgvector returns them."""
    return dict(zip(vector.indices(), vector.values(), strict=True))
