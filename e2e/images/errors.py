"""The one error that the builder raises on purpose."""


class ImageError(Exception):
    """An image cannot be had; the text is one sentence for the person at the terminal."""
