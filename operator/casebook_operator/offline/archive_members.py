"""Members of a tar archive, read one after the other, of which none may say so much about itself that it stops us.

:mod:`tarfile` reads a header of any length, keeps what all members say, follows headers into each other until the stack
ends, and reads the map of a sparse file to its end, however long that takes.
"""

import tarfile
from collections.abc import Iterator

LONGEST_HEADER = 8 << 10
"""Bytes that say more about a member: its path has 4,096 at most (PATH_MAX of Linux)."""
HEADERS = 512 << 10
"""Bytes of all such headers together."""
NESTED = 8
"""Headers of one member: a long name, a long link, and what pax says, each once."""

_MORE = frozenset(
    {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE}
)


class _Member(tarfile.TarInfo):
    """A header of an archive. ``tarfile`` names the method that subclasses override, and calls it for each."""

    def _proc_member(self, archive: "Archive") -> tarfile.TarInfo:
        """The member, with what the headers before it say.

        Raises:
            tarfile.ReadError: They say too much, or that it is sparse.
        """
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("a file in it is sparse")
        if self.type in _MORE:
            archive.count(self.size)
        else:
            archive.nested = 0
        made: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return made

    def _proc_gnusparse_00(self, *_: object) -> None:
        raise tarfile.ReadError("a file in it is sparse")

    _proc_gnusparse_01 = _proc_gnusparse_10 = _proc_gnusparse_00


class Archive(tarfile.TarFile):
    """An archive whose headers have bounds."""

    members: list[tarfile.TarInfo]
    tarinfo = _Member
    nested = 0
    _headers = 0

    def count(self, size: int) -> None:
        """Note one more header of this size.

        Raises:
            tarfile.ReadError: It is too long, or they are together, or too many of one member.
        """
        self._headers += size
        self.nested += 1
        if not 0 <= size <= LONGEST_HEADER or self._headers > HEADERS or self.nested > NESTED:
            raise tarfile.ReadError(f"its headers have more than {LONGEST_HEADER:,} bytes, or {HEADERS:,} together")

    def first(self, most: int) -> Iterator[tarfile.TarInfo]:
        """So many members, of which none is kept."""
        for _ in range(most):
            member = self.next()
            if member is None:
                return
            self.members.clear()
            yield member
