"""From a path or a text to a bundle: which shape it has, and a clear word when it has none."""

from pathlib import Path

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.offline.archive import is_archive, packed_status
from casebook_operator.offline.bundle import Bundle
from casebook_operator.offline.cluster_dump import is_cluster_dump, read_cluster_dump
from casebook_operator.offline.files import MAX_FILE_BYTES, SUFFIXES, decode
from casebook_operator.offline.kernel_text import read_kernel_text
from casebook_operator.offline.must_gather import is_must_gather, read_must_gather
from casebook_operator.offline.plain import NotPlainError
from casebook_operator.offline.status_file import NAMES, from_objects, from_status, is_status

_SHAPES = (
    "a status.json or status.yaml, a folder of `kubectl cluster-info dump --output-directory`, "
    "a must-gather tree, Kubernetes objects as YAML or JSON, or the text of a kernel log"
)


def open_bundle(path: Path) -> Bundle:
    """The bundle at a path. Raises :class:`ConfigurationError` when there is nothing that can be used."""
    if path.is_dir():
        return _folder(path)
    if not path.exists():
        raise ConfigurationError(f"{path} does not exist. It has to be {_SHAPES}.")
    return _file(path)


def open_text(raw: bytes, name: str) -> Bundle:
    """A bundle that comes as one text, from a file or from standard input."""
    text = raw.decode(errors="replace")
    if not text.strip():
        raise ConfigurationError(f"{name} is empty. It has to be {_SHAPES}.")
    document = _document(raw, name, Path(name).suffix)
    return document if document is not None else _kernel(text, name)


def _folder(path: Path) -> Bundle:
    status = next((path / name for name in NAMES if (path / name).is_file()), None)
    if status is not None:
        return _file(status, path.resolve().name)
    for fits, read in ((is_must_gather, read_must_gather), (is_cluster_dump, read_cluster_dump)):
        if fits(path):
            bundle = read(path)
            if bundle.empty:
                why = "; ".join(f"{gap.what}: {gap.detail}" for gap in bundle.gaps[:3]) or "no file holds an object"
                raise ConfigurationError(f"Nothing in {path} can be used ({why}).")
            return bundle
    raise ConfigurationError(f"{path} is no bundle that Casebook knows. It has to be {_SHAPES}.")


def _archive(path: Path) -> Bundle:
    inner, raw = packed_status(path)
    bundle = _document(raw, str(path), Path(inner).suffix)
    if bundle is None:
        raise ConfigurationError(f"{inner} in {path} is no bundle.")
    return bundle


def _file(path: Path, name: str = "") -> Bundle:
    if is_archive(path):
        return _archive(path)
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise ConfigurationError(f"{path} has {size:,} bytes; Casebook reads {MAX_FILE_BYTES:,} at most.")
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read ({error.strerror}).") from error
    if not name:
        return open_text(raw, str(path))
    bundle = _document(raw, str(path), path.suffix)
    if bundle is None:
        raise ConfigurationError(f"{path} is neither a bundle nor a list of Kubernetes objects.")
    if bundle.name == str(path):
        bundle.name = name
    return bundle


def _document(raw: bytes, name: str, suffix: str) -> Bundle | None:
    """The bundle of a JSON or YAML text, or None when it is another text."""
    told = suffix in SUFFIXES
    if not told and raw.lstrip()[:1] != b"{" and b"apiVersion:" not in raw[:65_536] and b"objects:" not in raw[:65_536]:
        return None
    try:
        documents = decode(raw, suffix)
    except NotPlainError as error:
        if told:
            raise ConfigurationError(f"{name} cannot be used: {error}.") from error
        return None
    if documents and is_status(documents[0]):
        return from_status(documents[0], name)
    if any(isinstance(document, dict) and "kind" in document for document in documents):
        return from_objects(documents, name)
    if told:
        raise ConfigurationError(f"{name} holds no Kubernetes objects. It has to be {_SHAPES}.")
    return None


def _kernel(text: str, name: str) -> Bundle:
    if "\x00" in text[:4096]:
        raise ConfigurationError(f"{name} is a binary file. It has to be {_SHAPES}.")
    return read_kernel_text(text, name)
