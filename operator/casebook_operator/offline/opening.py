"""Opens a bundle of any shape, from a path or a text, and says clearly when it is none."""

from pathlib import Path

from casebook_analyzer.documents import DocumentError, TooMuchError
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.regular_files import read_regular
from casebook_operator.offline.archive import is_archive, packed_status
from casebook_operator.offline.bundle import Bundle
from casebook_operator.offline.cluster_dump import is_cluster_dump, read_cluster_dump
from casebook_operator.offline.files import HOW_MUCH_MORE, SUFFIXES, decode
from casebook_operator.offline.kernel_text import read_kernel_text
from casebook_operator.offline.limits import SAFE, BundleLimits
from casebook_operator.offline.must_gather import is_must_gather, read_must_gather
from casebook_operator.offline.status_file import NAMES, from_objects, from_status, is_status

MAX_KERNEL_BYTES = 4 << 20
"""Of a kernel log, from its end. The kernel's ring buffer has 1 MiB at most by default (log_buf_len)."""
_SHAPES = (
    "a status.json or status.yaml, a folder of `kubectl cluster-info dump --output-directory`, "
    "a must-gather tree, Kubernetes objects as YAML or JSON, or the text of a kernel log"
)


def open_bundle(path: Path, limits: BundleLimits = SAFE) -> Bundle:
    """The bundle at a path: a folder, a file or an archive.

    Raises:
        ConfigurationError: There is nothing at the path that can be used.
    """
    if path.is_dir():
        return _folder(path, limits)
    if not path.exists():
        raise ConfigurationError(f"{path} does not exist. It has to be {_SHAPES}.")
    return _file(path, limits)


def open_text(raw: bytes, name: str, limits: BundleLimits = SAFE) -> Bundle:
    """The bundle in one text, from a file or from standard input. ``name`` is what messages call it.

    Raises:
        ConfigurationError: The text is no bundle.
    """
    if not raw.strip():
        raise ConfigurationError(f"{name} is empty. It has to be {_SHAPES}.")
    if len(raw) > limits.json.bytes:
        raise ConfigurationError(f"{name} has more than {limits.json.bytes:,} bytes. {HOW_MUCH_MORE}")
    document = _document(raw, name, Path(name).suffix, limits)
    return document if document is not None else _kernel(raw, name)


def _folder(path: Path, limits: BundleLimits) -> Bundle:
    status = next((path / name for name in NAMES if (path / name).is_file() and not (path / name).is_symlink()), None)
    if status is not None:
        return _file(status, limits, path.resolve().name)
    for fits, read in ((is_must_gather, read_must_gather), (is_cluster_dump, read_cluster_dump)):
        if fits(path):
            bundle = read(path, limits)
            if bundle.empty:
                why = "; ".join(f"{gap.what}: {gap.detail}" for gap in bundle.gaps[:3]) or "no file holds an object"
                raise ConfigurationError(f"Nothing in {path} can be used ({why}).")
            return bundle
    raise ConfigurationError(f"{path} is no bundle that Casebook knows. It has to be {_SHAPES}.")


def _archive(path: Path, limits: BundleLimits) -> Bundle:
    inner, raw = packed_status(path, limits.json.bytes)
    bundle = _document(raw, str(path), Path(inner).suffix, limits)
    if bundle is None:
        raise ConfigurationError(f"{inner} in {path} is no bundle.")
    return bundle


def _file(path: Path, limits: BundleLimits, name: str = "") -> Bundle:
    if is_archive(path):
        return _archive(path, limits)
    try:
        raw = read_regular(path, limits.json.bytes)
    except DocumentError as error:
        raise ConfigurationError(f"{path} cannot be used: {error}. {HOW_MUCH_MORE}") from error
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read ({error.strerror}).") from error
    if not name:
        return open_text(raw, str(path), limits)
    bundle = _document(raw, str(path), path.suffix, limits)
    if bundle is None:
        raise ConfigurationError(f"{path} is neither a bundle nor a list of Kubernetes objects.")
    if bundle.name == str(path):
        bundle.name = name
    return bundle


def _document(raw: bytes, name: str, suffix: str, limits: BundleLimits) -> Bundle | None:
    """The bundle of a JSON or YAML text, or None when it is another text."""
    told = suffix in SUFFIXES
    if not told and raw.lstrip()[:1] != b"{" and b"apiVersion:" not in raw[:65_536] and b"objects:" not in raw[:65_536]:
        return None
    try:
        documents = decode(raw, suffix, limits)
    except DocumentError as error:
        if told:
            more = f" {HOW_MUCH_MORE}" if isinstance(error, TooMuchError) else ""
            raise ConfigurationError(f"{name} cannot be used: {error}.{more}") from error
        return None
    if documents and is_status(documents[0]):
        return from_status(documents[0], name)
    if any(isinstance(document, dict) and "kind" in document for document in documents):
        return from_objects(documents, name)
    if told:
        raise ConfigurationError(f"{name} holds no Kubernetes objects. It has to be {_SHAPES}.")
    return None


def _kernel(raw: bytes, name: str) -> Bundle:
    if b"\x00" in raw[:4096]:
        raise ConfigurationError(f"{name} is a binary file. It has to be {_SHAPES}.")
    return read_kernel_text(raw[-MAX_KERNEL_BYTES:].decode(errors="replace"), name)
