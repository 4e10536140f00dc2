"""One incident with all that belongs to it, as a row of an exported file. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.models import (
    Conclusion,
    Erasure,
    EvidenceBundle,
    Exhibit,
    Feedback,
    FittingKnowledge,
    Incident,
    Judgement,
    Opinion,
    Resolution,
    SimilarIncident,
    Withdrawn,
)


class EmbeddingState(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``embedding`` without its key."""

    state: str
    attempts: int
    error: str
    changed_at: datetime
    model: str
    revision: str
    dimension: int


class ExportedExhibit(Exhibit, frozen=True, kw_only=True):
    """What a person attached, whole."""

    position: int
    """By which its chunks have theirs."""


class ExportedIncident(msgspec.Struct, frozen=True, kw_only=True):
    """One incident with everything that cannot be derived from it."""

    incident: Incident
    judgements: Sequence[Judgement] = ()
    feedback: Sequence[Feedback] = ()
    exhibits: Sequence[ExportedExhibit] = ()
    erased: Sequence[Erasure] = ()
    chunks: Sequence[Chunk] = ()
    embedding: EmbeddingState | None = None
    """None in a file without vectors."""
    space: Space | None = None
    """The model that all vectors are of; None when there are no vectors."""
    case_vector: Sequence[float] | None = None
    chunk_vectors: Sequence[Sequence[float] | None] = ()
    """One for each of ``chunks``, in their order; None where a chunk has no vector."""


LATER = frozenset({"withdrawn", "caused_by", "knowledge", "opinion", "exhibits", "erased"})
"""Columns that files of earlier versions do not have."""


def schema(arrow: Any) -> Any:
    """The Arrow schema of a file. ``arrow`` is the module pyarrow, which is an extra and so not imported here."""
    text, time, vector = arrow.string(), arrow.timestamp("us", tz="UTC"), arrow.list_(arrow.float32())
    space = [("model", text), ("revision", text), ("dimension", arrow.int16())]
    lines = [("start_line", arrow.int32()), ("end_line", arrow.int32())]
    chunk = [("position", arrow.int16()), ("heading", text), *lines, ("text", text), ("vector", vector)]
    state = [("state", text), ("attempts", arrow.int16()), ("error", text), ("changed_at", time), *space]
    return arrow.schema([
        ("id", text), ("namespace", text), ("name", text), ("episode", arrow.int32()), ("opened_at", time),
        ("subject", text), ("category", text), ("title", text), ("family", text),
        *((name, text) for name in ("bundle", "conclusion", "similar", "resolution", "judgements", "feedback")),
        ("report", text), ("chunks", arrow.list_(arrow.struct(chunk))), ("embedding", arrow.struct(state)),
        ("space", arrow.struct(space)), ("case_vector", vector), ("withdrawn", text), ("caused_by", text),
        ("knowledge", text), ("opinion", text), ("exhibits", text), ("erased", text),
    ])  # fmt: skip


def row(found: ExportedIncident) -> dict[str, Any]:
    """The values of one incident by column."""
    one = found.incident
    vectors = found.chunk_vectors or [None] * len(found.chunks)
    return {
        "id": one.id,
        "namespace": one.namespace,
        "name": one.name,
        "episode": one.episode,
        "opened_at": one.opened_at,
        "subject": str(one.bundle.subject),
        "category": one.conclusion.category.value,
        "title": one.title,
        "family": one.conclusion.signature.key,
        "bundle": _json(one.bundle),
        "conclusion": _json(one.conclusion),
        "similar": _json(one.similar),
        "resolution": None if one.resolution is None else _json(one.resolution),
        "withdrawn": _json(one.withdrawn),
        "caused_by": one.caused_by,
        "knowledge": None if one.knowledge is None else _json(one.knowledge),
        "opinion": None if one.opinion is None else _json(one.opinion),
        "judgements": _json(found.judgements),
        "feedback": _json(found.feedback),
        "exhibits": _json(found.exhibits),
        "erased": _json(found.erased),
        "report": one.report,
        "chunks": [
            msgspec.structs.asdict(part) | {"vector": vector}
            for part, vector in zip(found.chunks, vectors, strict=True)
        ],
        "embedding": found.embedding and msgspec.structs.asdict(found.embedding),
        "space": found.space and msgspec.structs.asdict(found.space),
        "case_vector": found.case_vector,
    }


def exported(row_: dict[str, Any], *, cluster: str) -> ExportedIncident:
    """The incident that a row holds. ``cluster`` is the tenant that it was exported from.

    Raises:
        ValueError: A value is missing or has the wrong form (``msgspec.ValidationError`` is one). The message says
            which.
    """
    resolution = row_["resolution"]
    chunks = [{name: part[name] for name in Chunk.__struct_fields__} for part in row_["chunks"]]
    found = ExportedIncident(
        incident=msgspec.convert(
            {name: row_[name] for name in ("id", "namespace", "name", "episode", "report")}
            | {
                "tenant": cluster,
                "opened_at": row_["opened_at"].astimezone(UTC),
                "bundle": _read(row_, "bundle", EvidenceBundle),
                "conclusion": _read(row_, "conclusion", Conclusion),
                "similar": _read(row_, "similar", tuple[SimilarIncident, ...]),
                "resolution": None if resolution is None else _read(row_, "resolution", Resolution),
                "withdrawn": _read(row_, "withdrawn", tuple[Withdrawn, ...]) if row_.get("withdrawn") else (),
                "caused_by": row_.get("caused_by") or "",
                "knowledge": _read(row_, "knowledge", FittingKnowledge) if row_.get("knowledge") else None,
                "opinion": _read(row_, "opinion", Opinion) if row_.get("opinion") else None,
            },
            Incident,
        ),
        judgements=_read(row_, "judgements", list[Judgement]),
        feedback=_read(row_, "feedback", list[Feedback]),
        exhibits=_read(row_, "exhibits", list[ExportedExhibit]) if row_.get("exhibits") else (),
        erased=_read(row_, "erased", list[Erasure]) if row_.get("erased") else (),
        chunks=msgspec.convert(chunks, list[Chunk]),
        embedding=msgspec.convert(row_["embedding"], EmbeddingState | None),
        space=msgspec.convert(row_["space"], Space | None),
        case_vector=row_["case_vector"],
        chunk_vectors=[part["vector"] for part in row_["chunks"]],
    )
    _require_dimension(found)
    _require_names(found.incident)
    return found


def _require_dimension(found: ExportedIncident) -> None:
    for vector in (found.case_vector, *found.chunk_vectors):
        dimension = found.space.dimension if found.space else 0
        if vector is not None and len(vector) != dimension:
            raise ValueError(f"a vector has {len(vector)} numbers, its space has {dimension}")


def _require_names(found: Incident) -> None:
    """What rows are called by is stored as it is."""
    for name in ("id", "namespace", "name", "caused_by"):
        if "\0" in getattr(found, name):
            raise ValueError(f"{name} has a NUL, which no database takes")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(row_: dict[str, Any], column: str, kind: Any) -> Any:
    text = row_[column]
    if text is None:
        raise ValueError(f"{column} is missing")
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{column}: {error}") from error
