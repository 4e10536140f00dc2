"""The one error of the demo."""


class DemoError(AssertionError):
    """Something did not happen that Casebook promises. The message says what was expected and what was there."""
