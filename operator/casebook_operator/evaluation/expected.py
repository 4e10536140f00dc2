"""``expected.yaml``: what a golden case must lead to."""

from pathlib import Path
from typing import Any

import msgspec

from casebook_analyzer.documents import DocumentError, DocumentLimits, yaml_documents
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category, ChainRole, Trigger
from casebook_analyzer.regular_files import read_regular

FILE = "expected.yaml"
_LIMITS = DocumentLimits(bytes=65_536, depth=8, values=2_000)


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields that are left out are not checked."""

    category: Category = Category.UNKNOWN
    """Needed unless the case is healthy."""
    also_acceptable: tuple[Category, ...] = ()
    provenance: str = "reconstructed"
    hard: bool = False
    healthy: bool = False
    """Nothing may open."""
    subject: str = ""
    """``Kind/namespace/name`` or ``Kind/name`` of the case that the signals alone must open."""
    trigger: Trigger | None = None
    """What opens it."""
    entities: tuple[str, ...] = ()
    """``Kind/namespace/name``, ``Kind/name``: all of them must be among the affected ones."""
    rules: tuple[str, ...] = ()
    """Must be among the conclusion's."""
    confidence: tuple[int, int] = (0, 100)
    summary: tuple[str, ...] = ()
    """Texts that title, summary or the cause in the chain must hold."""
    names: tuple[str, ...] = ()
    """What the summary must name, so that a reader knows what to look at: a label, an image, a peer, a file. Case and
    joints do not count."""
    missing: tuple[str, ...] = ()
    contradiction: str = ""
    chain: tuple[ChainRole, ...] = ()
    alternatives: tuple[Category, ...] = ()
    signature: dict[str, str | int] = {}
    device: str = ""
    devices: tuple[str, ...] | None = None
    """The devices of the cases of nodes that the signals open, each once; ``""`` stands for a node as a whole."""


def read_expected(folder: Path) -> Expected:
    """The expectations in the ``expected.yaml`` of a folder.

    Raises:
        ConfigurationError: It cannot be read or used; the message names the file and what is wrong with it.
    """
    path = folder / FILE
    try:
        documents = [value for value, _ in yaml_documents(read_regular(path, _LIMITS.bytes), _LIMITS)]
        given: Any = documents[0] if len(documents) == 1 else None
        expected = msgspec.convert(given, Expected)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read ({error.strerror}).") from error
    except (msgspec.ValidationError, DocumentError) as error:
        raise ConfigurationError(f"{path} cannot be used: {' '.join(str(error).split())}.") from error
    if not expected.healthy and "category" not in given:
        raise ConfigurationError(f"{path} cannot be used: a case that is not healthy needs a category.")
    return expected
