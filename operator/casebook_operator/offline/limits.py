"""How much of a bundle is read. Whoever sends one may want to stop the program that reads it."""

import msgspec

from casebook_analyzer.documents import DocumentLimits

DEPTH = 100
"""Objects of the API are below 40 deep, CustomResourceDefinitions included."""


class BundleLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one bundle may hold before it is refused."""

    json: DocumentLimits
    """Of one document."""
    yaml: DocumentLimits
    """Its reader is slow, and needs five times the memory."""
    files: int
    documents: int
    """Bytes of all documents together."""
    values: int
    """Values of all documents together, but for those of the last."""
    logs: int
    """Bytes of all logs together."""


SAFE = BundleLimits(
    json=DocumentLimits(bytes=16 << 20, depth=DEPTH, values=400_000),
    yaml=DocumentLimits(bytes=4 << 20, depth=DEPTH, values=120_000),
    files=20_000,
    documents=16 << 20,
    values=400_000,
    logs=32 << 20,
)
"""Read in 256 MiB and some seconds, whatever is in it: the dump of a cluster with a thousand pods."""

LARGE = BundleLimits(
    json=DocumentLimits(bytes=256 << 20, depth=DEPTH, values=10_000_000),
    yaml=DocumentLimits(bytes=64 << 20, depth=DEPTH, values=2_000_000),
    files=20_000,
    documents=1 << 30,
    values=10_000_000,
    logs=1 << 30,
)
"""For what one trusts: must-gather of a cluster of 100 nodes has about 10,000 files, and takes some gigabytes."""
