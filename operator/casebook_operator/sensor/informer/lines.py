"""Lines of a stream that comes in pieces."""

from collections.abc import AsyncIterable, AsyncIterator

from casebook_operator.kube.client import OBJECT_BYTES

LONGEST_LINE = OBJECT_BYTES + 2**10
"""Bytes: an object, and what happened to it."""


async def lines_of(pieces: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Each whole line without its end. One that is longer than :data:`LONGEST_LINE` is passed over.

    What follows the last end of a line was cut off, and is no line.
    """
    begun: list[bytes] = []
    length = 0
    async for piece in pieces:
        head, *rest = piece.split(b"\n")
        length += len(head)
        if length <= LONGEST_LINE:
            begun.append(head)
        else:
            begun.clear()
        if not rest:
            continue
        if length <= LONGEST_LINE:
            yield b"".join(begun)
        for line in rest[:-1]:
            if len(line) <= LONGEST_LINE:
                yield line
        begun, length = [rest[-1]], len(rest[-1])
