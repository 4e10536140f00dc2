"""The one place where errors of the driver become errors of Casebook."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import sqlalchemy.exc
from sqlalchemy import URL

from casebook_analyzer.errors import CasebookError, ConfigurationError, DatabaseUnavailableError, SchemaMismatchError
from casebook_analyzer.memory.database.dsn import describe

_TRANSIENT_CLASSES = ("08", "40", "53", "55", "57", "58")
"""Connection lost, rolled back by a conflict, out of resources, locked, shut down, system error (appendix A)."""
_READ_ONLY, _STOOD_STILL = "25006", "25P03"
"""A primary has become a standby; and a transaction was ended whose owner had said nothing for too long."""
_UNKNOWN_OBJECTS = frozenset({"42P01", "42703", "42704", "42883"})
_FORBIDDEN = "42501"


@contextmanager
def translated(url: URL) -> Iterator[None]:
    """Turn what SQLAlchemy and psycopg raise inside into errors of Casebook, without parameters and passwords.

    The SQLSTATE decides (PostgreSQL's manual, appendix A); a connection that could not be made has none.

    Raises:
        DatabaseUnavailableError: Trying again may help.
        SchemaMismatchError: A table, column or function is not there.
        ConfigurationError: The role lacks a right, or the connection string is wrong.
        CasebookError: PostgreSQL refused a statement for another reason.
    """
    try:
        yield
    except (sqlalchemy.exc.SQLAlchemyError, psycopg.Error, OSError) as error:
        raise _translate(error, url) from error


def _translate(error: Exception, url: URL) -> CasebookError:
    cause = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else error
    state = (cause.sqlstate or "") if isinstance(cause, psycopg.Error) else ""
    where, detail = describe(url), _first_line(cause)
    if state in _UNKNOWN_OBJECTS:
        return SchemaMismatchError(
            f"The schema of {where} is not what this version expects ({detail}): see `casebook doctor`."
        )
    if state == _FORBIDDEN:
        return ConfigurationError(
            f"The role may not do this at {where} ({detail}): grant it, or connect with another role."
        )
    if state.startswith(_TRANSIENT_CLASSES) or state in (_READ_ONLY, _STOOD_STILL):
        return DatabaseUnavailableError(f"PostgreSQL at {where} could not serve this now: {detail}")
    if state or isinstance(cause, psycopg.DataError):  # without a state, the driver refused a value before it was sent
        return CasebookError(f"PostgreSQL at {where} refused a statement ({state or 'unsent'}): {detail}")
    if isinstance(cause, psycopg.ProgrammingError):
        return ConfigurationError(f"The connection string for {where} is wrong: {detail}")
    return DatabaseUnavailableError(f"Cannot reach PostgreSQL at {where}: {detail}. {_advice(detail)}")


def _advice(detail: str) -> str:
    """What to do, by the driver's words: a connection that fails has no SQLSTATE."""
    if "password" in detail or "authentication" in detail:
        return "Check the user and the password in the DSN or its Secret."
    if "SSL" in detail or "certificate" in detail or "no encryption" in detail:
        return "Check sslmode and sslrootcert of the DSN, and that the certificate is for its host and still holds."
    if "does not exist" in detail:
        return "Create it, or correct the DSN."
    return "Check that it runs, and that host and port of the DSN are right and not blocked by a NetworkPolicy."


def _first_line(cause: BaseException | None) -> str:
    """The driver's own sentence. libpq starts it with the server's address, which the message already names."""
    text = str(cause).strip()
    line = text.splitlines()[0] if text else type(cause).__name__
    return line.rpartition("failed: ")[2].rstrip(".")
