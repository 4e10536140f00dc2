"""Errors of a release."""


class ReleaseError(RuntimeError):
    """It cannot be released as it is; the message says why."""
