"""`python -m e2e.images`: build the images, or find them in the cache, and say what they are."""

from __future__ import annotations

import sys

from e2e.images import CASEBOOK, PGVECTOR, ImageError, ensure

_MEGABYTE = 1_000_000


def main() -> int:
    """Build both images and return an exit code."""
    try:
        for recipe in (CASEBOOK, PGVECTOR):
            built = ensure(recipe)
            print(
                f"{built.name}: {built.bytes_packed / _MEGABYTE:.0f} MB packed, "
                f"{built.bytes_unpacked / _MEGABYTE:.0f} MB unpacked, built in {built.seconds:.0f} s\n  {built.archive}"
            )
    except ImageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
