"""Numbers of things in words."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 incident``, ``1,200 incidents``; with ``plural`` what several of them are called, if not by an ``s``."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
