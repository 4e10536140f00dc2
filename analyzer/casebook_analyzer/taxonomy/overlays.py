"""Overlays from files: bare ones, and manifests as they are applied to a cluster. Both have one shape."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from casebook_analyzer.documents import DocumentError
from casebook_analyzer.regular_files import read_regular
from casebook_analyzer.taxonomy.convert import to_overlay
from casebook_analyzer.taxonomy.document import LIMITS, Document, read_documents
from casebook_analyzer.taxonomy.problems import Problem
from casebook_analyzer.taxonomy.spec import API_VERSION, KIND, Origin, Overlay

GOLDEN_CASE = "expected.yaml"
"""A folder that has one is a golden case and no part of the taxonomy."""
_SUFFIXES = frozenset({".yaml", ".yml"})
_OF_OTHERS = frozenset({"kustomization.yaml", "kustomization.yml"})


def read_overlays(paths: Iterable[Path]) -> tuple[list[Overlay], list[Problem]]:
    """Every overlay in files and directories, and what is wrong with those that cannot be used."""
    overlays: list[Overlay] = []
    problems: list[Problem] = []
    for path in paths:
        for file in overlay_files(path):
            found, wrong = _read(file)
            overlays += found
            problems += wrong
    return overlays, problems


def overlay_files(path: Path) -> Iterator[Path]:
    """The file, or all YAML files of a directory in order, without hidden ones and without golden cases.

    A volume of a ConfigMap has its files a second time in hidden directories. Links to directories are not followed:
    they may lead back. A directory that cannot be listed stands for itself, and cannot be read.
    """
    try:
        below = sorted(path.iterdir()) if path.is_dir() else None
    except OSError:
        below = None
    if below is None:
        yield path
        return
    if any(entry.name == GOLDEN_CASE for entry in below):
        return
    for entry in below:
        hidden = entry.name.startswith(".")
        if entry.is_dir():
            yield from () if hidden or entry.is_symlink() else overlay_files(entry)
        elif entry.suffix in _SUFFIXES and not hidden and entry.name not in _OF_OTHERS:
            yield entry


def _read(file: Path) -> tuple[list[Overlay], list[Problem]]:
    try:
        documents = read_documents(read_regular(file, LIMITS.bytes))
    except OSError as error:
        return [], [Problem(overlay=str(file), what=f"it cannot be read: {error.strerror}")]
    except DocumentError as error:
        return [], [Problem(overlay=str(file), what=str(error), line=error.line)]
    overlays: list[Overlay] = []
    problems: list[Problem] = []
    for document in documents:
        if document.value is None or _is_of_others(document.value):
            continue
        found, wrong = _overlay(document, file)
        overlays += [found] if found else []
        problems += wrong
    return overlays, problems


def _is_of_others(value: Any) -> bool:
    """Whether it is a manifest of another kind: repositories often keep them in one directory with overlays."""
    return isinstance(value, dict) and "kind" in value and value["kind"] != KIND


def _overlay(document: Document, file: Path) -> tuple[Overlay | None, list[Problem]]:
    value = document.value
    if not isinstance(value, dict) or "kind" not in value:
        return to_overlay(value, Origin(name=str(file), document=document))
    if value.get("apiVersion") != API_VERSION:
        what = f"apiVersion is not {API_VERSION}"
        return None, [Problem(overlay=str(file), what=what, line=document.line(("apiVersion",)))]
    metadata = value.get("metadata")
    if not isinstance(metadata, dict) or not isinstance(metadata.get("name"), str):
        return None, [Problem(overlay=str(file), what="metadata.name is missing", line=document.line(("metadata",)))]
    origin = Origin(name=str(file), document=document, base=("spec",))
    return to_overlay(value.get("spec") or {}, origin)
