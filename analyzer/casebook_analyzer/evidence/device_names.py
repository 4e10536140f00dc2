"""Names of the devices of a machine: one spelling for each, however kernels, drivers and agents write them.

============  ==============================  =====================================================
kind          one spelling                    others
============  ==============================  =====================================================
``pci``       ``0000:3b:00``                  ``PCI:0000:3b:00``, ``00000000:3B:00.0``, ``3b:00.0``,
                                              ``mlx5_core 0000:3b:00.1``, ``enp59s0f0np0``
``uuid``      ``GPU-8a5c…``                   ``GPU-8A5C…``, ``MIG-GPU-8a5c…/1/0``
``index``     ``gpu3``                        ``GPU 3``, ``GPU:3``, ``/dev/nvidia3``
``disk``      ``nvme0``, ``sda``              ``nvme0n1p2``, ``/dev/sda1``
``rdma``      ``mlx5_0``                      ``rdmap0s6``
``net``       ``eth0``, ``bond0``             ``eth0.100``
``other``     ``nvidia-nvswitch3``, ``ata3``
============  ==============================  =====================================================

A card is one device with all of its functions, as an Xid names it. What is made of disks (``dm-0``, ``md127``) is none:
the disk below it says so too.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

_HEX = r"[0-9a-f]"
_PCI = re.compile(
    rf"(?:pci:)?(?:(?P<domain>{_HEX}{{4,8}}):)?(?P<bus>{_HEX}{{2}}):(?P<slot>[01]{_HEX})(?:\.(?P<function>[0-7]))?"
)
_UUID = re.compile(rf"GPU-({_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}})", re.IGNORECASE | re.ASCII)
_INDEX = re.compile(r"(?:gpu[ :#=_-]{0,2}|/dev/nvidia|nvidia)(?P<number>\d{1,3})", re.IGNORECASE)
_NVME = re.compile(r"(?:/dev/)?(?P<name>nvme\d{1,4})(?:c\d+)?(?:n\d+)?(?:p\d+)?")
_DISK = re.compile(r"(?:/dev/)?(?P<name>(?:sd|vd|xvd|hd)[a-z]{1,3})\d*|(?:/dev/)?(?P<card>mmcblk\d{1,3})(?:p\d+)?")
_ON_A_BUS = re.compile(r"(?P<name>ata\d{1,4})(?:\.\d+)?")
_RDMA = re.compile(r"(?P<name>(?:mlx[45]_|hfi1_|bnxt_re|irdma|efa_)\d{1,3}|rdmap[a-z0-9]{1,12})")
_PLACED = re.compile(
    r"(?:en|ib|wl)(?:P(?P<domain>\d{1,5}))?p(?P<bus>\d{1,3})s(?P<slot>\d{1,2})(?:f\d+)?(?:np[a-z0-9]+|n\d+|d\d+)?(?:v\d+)?"
)
"""systemd.net-naming-scheme(7): the numbers of an interface's PCI address, in decimal."""
_NET = re.compile(r"(?P<name>(?:eth|ib|bond|em|eno|ens|hsn|roce)\d[a-z0-9]{0,11}|p\d{1,4}p\d{1,4})(?:[.:@]\S*)?")
_OTHER = re.compile(r"(?P<name>nvidia-nvswitch\d{1,3}|hl\d{1,3}|accel\d{1,3})")

_IN_TEXT = re.compile(
    r"(?:(?<=PCI:)|(?<![0-9a-fA-F:.]))(?P<pci>[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[01][0-9a-fA-F](?:\.[0-7])?)(?![0-9a-fA-F:])"
    r"|(?P<uuid>\bGPU-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)"
    r"|\b(?P<index>GPU[ :#=]{1,2}\d{1,3}\b(?!:)|/dev/nvidia\d{1,3}\b)"
    r"|\b(?P<nvme>nvme\d{1,4})(?:c\d+)?(?:n\d+)?(?:p\d+)?\b"
    r"|(?:/dev/|\bdev(?:ice)? \(?|\[)(?P<disk>(?:sd|vd|xvd|hd)[a-z]{1,3})\d*\b"
    r"|\b(?P<rdma>mlx[45]_\d+)\b|\b(?P<net>eth\d+|ib\d+|enP?\d*p\d+s\d+\w*)\b|\b(?P<other>nvidia-nvswitch\d+)\b"
)
"""What names a device in any text. Short addresses (``3b:00.0``) may be times, and need a place that is for them."""

_LAST_BUS, _LAST_SLOT = 0xFF, 0x1F
_MOST_IN_A_TEXT = 64
_LONGEST_TEXT = 16 * 1024
_PREFERRED = ("pci", "uuid", "disk", "rdma", "net", "other", "index")
"""Which name of a device is its own: an address stays until somebody moves the card, an index until the next boot."""


@lru_cache(maxsize=4096)
def device_name(spelling: str, *, port: bool = False) -> str:
    """The one spelling of a device's name; empty for what names none.

    ``port`` keeps the function of a PCI address: each function of a root port or a switch is a port of its own.
    """
    text = spelling.strip()
    if not text.isascii():  # digits of other scripts are digits to a pattern, and no part of a name
        return ""
    if match := _PCI.fullmatch(text.lower()):
        return _address(match, port=port)
    for pattern, name in _SPELLINGS:
        if match := pattern.fullmatch(text):
            return name(match)
    inside = device_names_in(text)
    return inside[0] if inside else ""


@lru_cache(maxsize=4096)
def device_names_in(text: str) -> tuple[str, ...]:
    """The devices that a text names, each once, the most telling kind of name first and then as they stand there."""
    found: dict[str, None] = {}
    for match in _IN_TEXT.finditer(text[:_LONGEST_TEXT]):
        kind = match.lastgroup or ""
        name = device_name(match[kind])
        if name:
            found[name] = None
        if len(found) >= _MOST_IN_A_TEXT:
            break
    return by_telling(found)


def by_telling(names: Iterable[str]) -> tuple[str, ...]:
    """Names of one device in their one spelling, the most telling kind first and else as they come."""
    return tuple(sorted(names, key=lambda name: _PREFERRED.index(kind_of_name(name))))


def kind_of_name(name: str) -> str:
    """The kind of a device's one spelling. Names of two kinds may be one device's; of one kind, only if equal."""
    if _PCI.fullmatch(name):
        return "pci"
    if name.startswith("GPU-"):
        return "uuid"
    return next((kind for kind, pattern in _KINDS if pattern.fullmatch(name)), "other")


def known_as(name: str, text: str) -> frozenset[str]:
    """Every name of a device, where ``text`` is about it alone.

    Its own, and of each other kind that the text has one name of. Of several (the ends of a link) none is surely its.
    """
    names = {name} if name else set()
    by_kind: dict[str, list[str]] = {}
    for other in device_names_in(text):
        by_kind.setdefault(kind_of_name(other), []).append(other)
    own = kind_of_name(name) if name else ""
    names |= {others[0] for kind, others in by_kind.items() if kind != own and len(others) == 1}
    return frozenset(names)


def same_names(one: frozenset[str], other: frozenset[str]) -> bool | None:
    """Whether two sets of names are of one device. None where no kind of name is in both, so that nobody can say."""
    if one & other:
        return True
    kinds = {kind_of_name(name) for name in one} & {kind_of_name(name) for name in other}
    return False if kinds else None


def bus_of(name: str) -> tuple[int, int] | None:
    """(domain, bus) of a PCI address, or None for another name."""
    match = _PCI.fullmatch(name)
    return None if match is None else (int(match["domain"] or "0", 16), int(match["bus"], 16))


def _address(match: re.Match[str], *, port: bool) -> str:
    function = match["function"] or "0"
    suffix = f".{function}" if port and function != "0" else ""
    return f"{int(match['domain'] or '0', 16):04x}:{match['bus']}:{match['slot']}{suffix}"


def _placed(match: re.Match[str]) -> str:
    bus, slot = int(match["bus"]), int(match["slot"])
    if bus > _LAST_BUS or slot > _LAST_SLOT:
        return ""
    return f"{int(match['domain'] or 0):04x}:{bus:02x}:{slot:02x}"


def _first_group(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group)


def _spellings() -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
    yield _UUID, lambda match: f"GPU-{match[1].lower()}"
    yield _INDEX, lambda match: f"gpu{int(match['number'])}"
    yield _PLACED, _placed
    for pattern in (_NVME, _DISK, _ON_A_BUS, _OTHER, _RDMA, _NET):
        yield pattern, _first_group


_SPELLINGS = tuple(_spellings())
_KINDS = (("index", _INDEX), ("disk", _NVME), ("disk", _DISK), ("rdma", _RDMA), ("net", _NET))
