"""``casebook analyze`` on archives that were made to stop it: a sentence, within 256 MiB and ten seconds of CPU."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from pathlib import Path

import pytest

from tests.operator.offline.analyses import MOST_MIB, MOST_SECONDS, Analysed

_BLOCK = tarfile.BLOCKSIZE
_MIB = bytes(1 << 20)
_STATUS = b'{"objects":[{"kind":"Pod","metadata":{"name":"a","namespace":"b"}}]}'


def _zipped(path: Path, parts: Iterable[bytes]) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        for part in parts:
            file.write(part)
    return path


def _info(name: str, kind: bytes, size: int) -> bytes:
    """The block that begins a member, whatever its size is in truth."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


def _member(name: str, kind: bytes, content: bytes) -> bytes:
    return _info(name, kind, len(content)) + content + bytes(-len(content) % _BLOCK)


def _links(kind: bytes) -> Iterator[bytes]:
    info = tarfile.TarInfo("status.json")
    info.type, info.linkname = kind, "/etc/passwd"
    yield info.tobuf()


def _pax(*records: tuple[str, str]) -> bytes:
    """A header of POSIX.1-2008, in which each record says how long it is, its own length included."""
    made = b""
    for key, value in records:
        said = f" {key}={value}\n".encode()
        size = len(said) + 1
        while len(str(size)) + len(said) > size:
            size += 1
        made += str(size).encode() + said
    return made


def _sparse_without_end() -> Iterator[bytes]:
    """The map of a sparse file (GNU tar, "Old GNU Format"): every block of it says that another one follows."""
    first = bytearray(_info("status.json", tarfile.GNUTYPE_SPARSE, 0))
    first[482] = 1
    first[148:156] = b"        "
    first[148:156] = f"{sum(first):06o}\0 ".encode()
    yield bytes(first)
    more = (b"00000001000\0" * 42).ljust(504, b"\0") + b"\1" + bytes(7)
    yield from repeat(more * 2048, 100)


def _sparse_number() -> Iterator[bytes]:
    """The map of a sparse file (GNU tar, "PAX 1.0"): a number that does not end."""
    yield _member("x", tarfile.XHDTYPE, _pax(("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0")))
    yield _info("status.json", tarfile.REGTYPE, 1 << 30)
    yield b"9\n" + b"1" * ((1 << 20) - 2)
    yield from repeat(b"1" * (1 << 20), 100)


def _path_of_slashes() -> Iterator[bytes]:
    yield _member("x", tarfile.GNUTYPE_LONGNAME, b"a/" * (20 << 20))
    yield _member("status.json", tarfile.REGTYPE, _STATUS)


def _said_of_all() -> Iterator[bytes]:
    """A global header, of which each member keeps a copy."""
    yield _member("x", tarfile.XGLTYPE, _pax(*((f"a{number}", "b") for number in range(50_000))))
    yield from repeat(_member("a", tarfile.XHDTYPE, _pax(("comment", "x"))) + _member("a", tarfile.REGTYPE, b""), 900)
    yield _member("status.json", tarfile.REGTYPE, _STATUS)


def _zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../status.json", _STATUS)
        archive.writestr("zeros", bytes(256 << 20))
    return path


def _name_without_end(path: Path) -> Path:
    """A header of gzip with a name (RFC 1952, 2.3.1) of a hundred megabytes."""
    with path.open("wb") as file:
        file.write(b"\x1f\x8b\x08\x08" + bytes(6))
        for _ in range(100):
            file.write(b"a" * (1 << 20))
    return path


def _empty_members(path: Path) -> Path:
    path.write_bytes(gzip.compress(b"") * 3_000_000)
    return path


def _broken(path: Path) -> Path:
    raw = bytearray(gzip.compress(_member("status.json", tarfile.REGTYPE, bytes(range(256)) * 4_000)))
    raw[40:80] = b"\xff" * 40
    path.write_bytes(raw)
    return path


def _packed(*members: tuple[str, bytes, bytes]) -> Callable[[Path], Path]:
    return lambda path: _zipped(path, (_member(*member) for member in members))


def _of(parts: Callable[[], Iterator[bytes]]) -> Callable[[Path], Path]:
    return lambda path: _zipped(path, parts())


def _inner() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        info = tarfile.TarInfo("status.json")
        info.size = len(_STATUS)
        archive.addfile(info, io.BytesIO(_STATUS))
    return file.getvalue()


_REG = tarfile.REGTYPE
ARCHIVES: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "zeros": ("would have to be unpacked", _of(lambda: iter([_info("zeros", _REG, 3 << 30), *[_MIB] * 256]))),
    "header": ("headers have more", _of(lambda: iter([_info("x", tarfile.XHDTYPE, 3 << 30), *[_MIB] * 256]))),
    "link": ("holds no status", _of(lambda: _links(tarfile.SYMTYPE))),
    "hard-link": ("holds no status", _of(lambda: _links(tarfile.LNKTYPE))),
    "device": ("holds no status", _packed(("status.json", tarfile.CHRTYPE, b""))),
    "pipe": ("holds no status", _packed(("status.json", tarfile.FIFOTYPE, b""))),
    "many": ("holds no status", _of(lambda: repeat(_info("a", _REG, 0) * 1_000, 1_000))),
    "outside": ("Nothing in it", _packed(("/../../status.json", _REG, b'{"objects":[]}'))),
    "nested": ("holds no status", _packed(("inner.tar.gz", _REG, _inner()))),
    "nested-under-its-name": ("is not JSON", _packed(("status.json", _REG, _inner()))),
    "longer-than-it-is": ("unexpected end of data", _of(lambda: iter([_info("status.json", _REG, 15 << 20), _STATUS]))),
    "far-longer": ("bytes; ", _of(lambda: iter([_info("status.json", _REG, 1 << 62), _STATUS]))),
    "less-than-nothing": ("is not JSON", _of(lambda: iter([_info("status.json", _REG, -(1 << 40)), _STATUS]))),
    "sparse-map-without-end": ("sparse", _of(_sparse_without_end)),
    "sparse-number-without-end": ("sparse", _of(_sparse_number)),
    "path-of-slashes": ("headers have more", _of(_path_of_slashes)),
    "said-of-all": ("headers have more", _of(_said_of_all)),
    "headers-of-headers": (
        "headers have more",
        _of(lambda: repeat(_member("x", tarfile.GNUTYPE_LONGNAME, b"status.json"), 5_000)),
    ),
    "name-without-end": ("cannot be unpacked", _name_without_end),
    "empty-members": ("cannot be unpacked", _empty_members),
    "broken": ("cannot be unpacked", _broken),
    "zip-under-its-name": ("cannot be unpacked", _zip),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_a_sentence(name: str, tmp_path: Path, analysed: Analysed) -> None:
    says, make = ARCHIVES[name]
    told = analysed(make(tmp_path / "x.tar.gz"))
    assert says in told.said
    assert "Traceback" not in told.said
    assert "root:" not in told.said, "a link was followed"
    assert told.mib < MOST_MIB
    assert told.seconds < MOST_SECONDS


def test_a_zip_is_no_bundle(tmp_path: Path, analysed: Analysed) -> None:
    told = analysed(_zip(tmp_path / "x.zip"))
    assert "is a binary file" in told.said
    assert told.mib < MOST_MIB


def test_an_archive_of_another_packer_is_read(tmp_path: Path, analysed: Analysed) -> None:
    """With a long name, the header of git archive, and what pax says of a member."""
    parts = (
        _member("x", tarfile.XGLTYPE, _pax(("comment", "9fceb02d0ae598e95dc970b74767f19372d61af8"))),
        _member("x", tarfile.GNUTYPE_LONGNAME, b"a/" * 90 + b"notes.txt\0") + _member("short", _REG, b"x"),
        _member("x", tarfile.XHDTYPE, _pax(("path", "b/" * 90 + "status.json"), ("mtime", "1.5"))),
        _member("short", _REG, _STATUS),
    )
    assert analysed(_zipped(tmp_path / "x.tgz", parts)).code == 0
