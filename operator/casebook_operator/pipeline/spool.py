"""Evidence on disk, from the moment it was gathered until the database has it.

Evidence is the only thing that perishes: logs of a pod that is deleted, Events after an hour. What lies here was
redacted before it was written.
"""

import os
from datetime import datetime
from pathlib import Path

import msgspec
import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import EvidenceBundle
from casebook_operator import metrics

log = structlog.get_logger(__name__)

SUFFIX = ".case.json"


class SpooledCase(msgspec.Struct, frozen=True, kw_only=True):
    """Enough to record a case even when its Investigation was deleted meanwhile."""

    id: str
    namespace: str
    name: str
    episode: int
    opened_at: datetime
    bundle: EvidenceBundle


class Spool:
    """One file for each case that is under way. A file is either whole or not there."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def prepare(self) -> None:
        """Make the directory, and remove what an interrupted write has left in it.

        Raises:
            ConfigurationError: It cannot be made or written.
        """
        try:
            self._directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            for torn in self._directory.glob("*.tmp"):
                torn.unlink()
            if not os.access(self._directory, os.W_OK):
                raise PermissionError("not writable")
        except OSError as error:
            raise ConfigurationError(
                f"The spool directory {self._directory} cannot be used ({error}). "
                "Name a writable directory in CASEBOOK_EVIDENCE__SPOOL."
            ) from error
        metrics.SPOOLED.set_function(lambda: len(self.ids()))

    def put(self, case: SpooledCase) -> None:
        """Write a case, and return when it has reached the disk.

        Raises:
            OSError: The disk is full, or cannot be written.
        """
        temporary = self._directory / f"{case.id}.tmp"
        with temporary.open("wb") as file:
            file.write(msgspec.json.encode(case))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._path(case.id))
        _sync_directory(self._directory)

    def get(self, case_id: str) -> SpooledCase | None:
        """The case with this id, or None. A file that cannot be decoded is removed: evidence is then gathered again."""
        try:
            return msgspec.json.decode(self._path(case_id).read_bytes(), type=SpooledCase)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as error:
            log.warning("spooled evidence is unreadable and is gathered again", case=case_id, error=str(error))
            self.remove(case_id)
            return None

    def remove(self, case_id: str) -> None:
        self._path(case_id).unlink(missing_ok=True)

    def ids(self) -> list[str]:
        """Ids of all cases that wait."""
        return sorted(path.name.removesuffix(SUFFIX) for path in self._directory.glob(f"*{SUFFIX}"))

    def _path(self, case_id: str) -> Path:
        return self._directory / f"{case_id}{SUFFIX}"


def _sync_directory(directory: Path) -> None:
    """A rename is durable when its directory is."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
