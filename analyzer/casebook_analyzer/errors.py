"""Every error that Casebook raises on purpose, and whether trying again can help.

The message of an error is one sentence for a person on call: what is wrong and what to do about it.
"""


class CasebookError(Exception):
    """Base of all deliberate errors. ``retryable`` says whether the same call may succeed later."""

    retryable = False
    retry_after = 0.0
    """How many seconds a server asks to be left alone; 0 when it says nothing."""


class ConfigurationError(CasebookError):
    """A setting, a file or an argument is wrong: only a person can repair it."""


class TaxonomyError(ConfigurationError):
    """A taxonomy file cannot be used. The message names the file and the rule."""


class DatabaseUnavailableError(CasebookError):
    """The database cannot be reached now, or it ended the connection."""

    retryable = True


class SchemaMismatchError(CasebookError):
    """The database's schema is older or newer than this version of Casebook."""


class EmbedderUnavailableError(CasebookError):
    """The embedding model cannot be loaded. Search goes on with the words alone."""


class ClusterUnavailableError(CasebookError):
    """The Kubernetes API server cannot be reached or answers with a server error."""

    retryable = True

    def __init__(self, message: str, *, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ClusterRefusedError(CasebookError):
    """The Kubernetes API server understood the request and refused it (4xx)."""
