"""Which column or field of another system's records is what: a YAML file that its users write."""

import codecs
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec

from casebook_analyzer.documents import DocumentError, DocumentLimits, yaml_documents
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.regular_files import read_regular

_LIMITS = DocumentLimits(bytes=65_536, depth=8, values=2_000)
_SOURCE = 64
_NO_FILES = frozenset(
    {"idna", "mbcs", "oem", "palmos", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}
)
"""Python's own encodings, which no file of another system has
(https://docs.python.org/3/library/codecs.html#python-specific-encodings)."""
_SAID = 20
"""Columns that an error names."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]
Names = Name | Annotated[list[Name], msgspec.Meta(min_length=1, max_length=16)]


class FieldMapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where one value is read."""

    from_: Names = msgspec.field(name="from", default="")
    """A column, or a field by its path (``service.name``). Of several all that have a value, a line for each."""
    values: dict[str, str] = {}
    """What a value there means here. Capital letters make no difference; ``*`` stands for every other value."""
    default: str = ""
    """What holds where nothing stands."""

    @property
    def names(self) -> Sequence[str]:
        """The columns or paths, without empty ones."""
        named = [self.from_] if isinstance(self.from_, str) else self.from_
        return [name for name in named if name]


Field = Names | FieldMapping


class FieldMappings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value that a past incident may have."""

    title: Field
    started: Field
    id: Field = ""
    what: Field = ""
    log: Field = ""
    category: Field = ""
    severity: Field = ""
    namespace: Field = ""
    workload: Field = ""
    container: Field = ""
    node: Field = ""
    reason: Field = ""
    exit_code: Field = ""
    ended: Field = ""
    minutes: Field = ""
    cause: Field = ""
    fix: Field = ""
    link: Field = ""

    @property
    def all(self) -> Mapping[str, FieldMapping]:
        """All that are mapped, by name."""
        given = {name: _as_mapping(getattr(self, name)) for name in self.__struct_fields__}
        return {name: one for name, one in given.items() if one.names or one.default}


class ForeignMapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping file."""

    source: Annotated[str, msgspec.Meta(min_length=1, max_length=_SOURCE, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
    """What the other system is called, wherever one of its incidents is shown."""
    fields: FieldMappings
    time_format: str = ""
    """As ``strptime`` takes it (``%d/%m/%Y %H:%M``). Without one: ISO 8601, or seconds or milliseconds since 1970."""
    offset: Annotated[str, msgspec.Meta(pattern=r"^[+-][0-9]{2}:[0-9]{2}$")] = "+00:00"
    """Of times that do not say one, from UTC."""
    delimiter: Annotated[str, msgspec.Meta(pattern=r"^[,;|\t]$")] = ","
    """Between the cells of a CSV file."""
    encoding: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")] = "utf-8"
    """How a CSV file is written, by the name that Python has for it: ``cp1252``, ``shift_jis``, ``utf-16``.
    JSON Lines are UTF-8 (RFC 8259)."""

    @property
    def offset_from_utc(self) -> timedelta:
        """The same as a duration."""
        found = datetime.strptime(self.offset, "%z").utcoffset()
        return found or timedelta()

    def require_columns(self, columns: Sequence[str]) -> None:
        """Do nothing when a table has all columns that are named.

        Raises:
            ConfigurationError: It lacks some. The message names them, and those that it has.
        """
        named = {name for one in self.fields.all.values() for name in one.names}
        if lacking := sorted(named - set(columns)):
            has = ", ".join(repr(name[:40]) for name in columns[:_SAID])
            raise ConfigurationError(
                f"The mapping names columns that the file does not have: {', '.join(map(repr, lacking[:_SAID]))}. "
                f"The file has {has}."
            )


def read_mapping(path: Path) -> ForeignMapping:
    """The mapping in a file.

    Raises:
        ConfigurationError: It cannot be read, or says what a mapping cannot say.
    """
    try:
        documents = [value for value, _ in yaml_documents(read_regular(path, _LIMITS.bytes), _LIMITS)]
        if len(documents) != 1:
            raise ConfigurationError(f"The mapping {path} has {len(documents)} documents; it needs one.")
        mapping = msgspec.convert(documents[0], ForeignMapping)
        _require_ends(mapping, path)
        _require_text(mapping.encoding, path)
        _require_offset(mapping, path)
    except OSError as error:
        raise ConfigurationError(f"The mapping {path} cannot be read: {error.strerror}.") from error
    except (DocumentError, ValueError) as error:
        raise ConfigurationError(f"The mapping {path} cannot be used: {error}. docs/import.md shows one.") from error
    return mapping


def _require_ends(mapping: ForeignMapping, path: Path) -> None:
    mapped = mapping.fields.all
    for name in ("title", "started"):
        if name not in mapped:
            raise ConfigurationError(f"The mapping {path} has no column for {name!r}.")
    if mapped.keys().isdisjoint({"ended", "minutes"}):
        raise ConfigurationError(
            f"The mapping {path} does not say when incidents ended: map `ended` (a time) or `minutes` (how long it "
            "took), or give `minutes` a default."
        )


def _require_offset(mapping: ForeignMapping, path: Path) -> None:
    try:
        on_earth = timedelta(hours=-12) <= mapping.offset_from_utc <= timedelta(hours=14)
    except ValueError:
        on_earth = False
    if not on_earth:
        raise ConfigurationError(
            f"The mapping {path} names the offset {mapping.offset!r}, which no clock has: they are from -12:00 to "
            "+14:00."
        )


def _require_text(encoding: str, path: Path) -> None:
    try:
        name = codecs.lookup(encoding).name
        b"a,".decode(encoding, errors="replace")
    except (LookupError, ValueError):
        name = ""
    if not name or name.replace("-", "_") in _NO_FILES:
        raise ConfigurationError(
            f"The mapping {path} names the encoding {encoding!r}, which is none of a text file. "
            "Files of Excel on Windows are often `cp1252`."
        )


def _as_mapping(field: Any) -> FieldMapping:
    return field if isinstance(field, FieldMapping) else FieldMapping(from_=field)
