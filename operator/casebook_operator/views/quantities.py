"""Numbers as a person reads them."""

_KIB, _MIB = 1 << 10, 1 << 20


def size(number: int) -> str:
    """Bytes as ``12.5 MiB``, or KiB when that would be less than one."""
    return f"{number / _MIB:,.1f} MiB" if number >= _MIB else f"{number / _KIB:,.1f} KiB"
