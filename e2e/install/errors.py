"""The one error that an installation run raises on purpose."""


class InstallError(Exception):
    """Something was not as it should be; the text says what was there instead."""
