"""Numbers as a person reads them."""

_KIB, _MIB = 1 << 10, 1 << 20


def counted(number: int, noun: str) -> str:
    """``1 incident``, ``1,200 incidents``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def size(number: int) -> str:
    """Bytes as ``12.5 MiB``, or KiB when that would be less than one."""
    return f"{number / _MIB:,.1f} MiB" if number >= _MIB else f"{number / _KIB:,.1f} KiB"
