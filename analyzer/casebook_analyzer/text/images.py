"""Names of images as runtimes read them."""

from typing import NamedTuple

_DEFAULT_REGISTRY = "docker.io"


class ImageName(NamedTuple):
    """A reference, divided."""

    registry: str
    rest: str
    """The path, and the tag and digest as they were written."""


def image_name(reference: str) -> ImageName:
    """An image with the host of its registry (github.com/distribution/reference, ``splitDockerDomain``)."""
    head, slash, tail = reference.partition("/")
    is_registry = bool(slash) and ("." in head or ":" in head or head == "localhost")
    registry, rest = (head, tail) if is_registry else (_DEFAULT_REGISTRY, reference)
    return ImageName(registry, rest if "/" in rest or registry != _DEFAULT_REGISTRY else f"library/{rest}")
