"""Makes structs ready to be decoded by several threads.

msgspec looks at the fields of a struct when it is decoded for the first time, and shares what it has found so far while
it still looks. Another thread that decodes the same struct at that moment ends the process with SIGSEGV (msgspec
0.22.0). So ended operators at whose start two threads judged the first cases. ``tests/analyzer/test_struct_types.py``
shows it. Once it has looked, threads may decode as they like.
"""

from collections.abc import Iterator

import msgspec


def look_at_structs() -> None:
    """Have msgspec look at every struct that is defined. Whoever starts threads calls this first, after all imports."""
    for struct in _below(msgspec.Struct):
        msgspec.json.Decoder(struct)


def _below(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in struct.__subclasses__():
        yield one
        yield from _below(one)
