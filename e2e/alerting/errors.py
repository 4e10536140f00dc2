"""The one error of this package."""


class AlertingError(AssertionError):
    """Something did not happen that Casebook promises, or a program is missing. The message says which."""
