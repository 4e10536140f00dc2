"""Lines of a stream that comes in pieces."""

from collections.abc import AsyncIterable, AsyncIterator

LONGEST_LINE = 16 * 2**20
"""Bytes. An object has 1.5 MiB (etcd ``--max-request-bytes``), and each of its characters six bytes of JSON at most."""


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
