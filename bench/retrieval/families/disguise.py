"""The same failure of another workload, on another day, on other machines: everything that may differ does."""

import hashlib
import random
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import cycle

from bench.retrieval.families.texts import Document, mapped, names, renaming

_WORKLOADS = (
    "ledger", "fulfilment", "mailroom", "atlas", "harvester", "beacon", "quartermaster", "tidepool", "lantern",
    "switchyard", "cartographer", "foundry",
)  # fmt: skip
_NAMESPACES = ("retail", "logistics", "platform-eu", "analytics", "back-office", "fleet")
_NODES = ("node-a17", "ip-10-4-2-117", "rack4-n03", "pool-b-6f2x", "gke-main-9k", "metal-22")
_REGISTRIES = ("harbor.internal/apps", "ghcr.io/acme", "eu.gcr.io/prod-7", "quay.io/team-x")
_KERNELS = ("5.15.0-1072-aws", "6.6.56-talos", "5.14.0-503.el9.x86_64", "6.1.112-gke")
_SYSTEMS = ("Talos (v1.8.3)", "Red Hat Enterprise Linux CoreOS 417.94", "Bottlerocket OS 1.29.0", "Ubuntu 22.04.5 LTS")
_GPUS = ("NVIDIA-A100-SXM4-80GB", "NVIDIA-L40S", "NVIDIA-H200")

_TIME = re.compile(r"\d{4}([-/])[01]\d[-/][0-3]\d([T ])[0-2]\d:[0-5]\d:[0-5]\d")
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
_POD_HASH = re.compile(r"(?<=-)(?=[a-z0-9]*\d)[bcdfghjklmnpqrstvwxz2456789]{8,10}(?![a-z0-9])")
_POD_SUFFIX = re.compile(r"(?<=-)(?=[a-z]*\d)[a-z0-9]{5}(?![a-z0-9-])")
_PCI = re.compile(r"\b0000:([0-9a-f]{2}):")
_PROCESS = re.compile(r"(?<=pid=)\d+|(?<=PID )\d+|(?<=process )\d+", re.IGNORECASE)
_HEX = re.compile(r"\b0x[0-9a-f]{2,}\b")
_ADDRESS = re.compile(r"\b10\.(?!96\.0\.1\b)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b")
_PRINTK = re.compile(r"^\[\s*(\d+)\.(\d{6})\]", re.MULTILINE)


def disguised(document: Document, seed: str, *, images: bool, machines: bool) -> Document:
    """Other names, times and numbers; other ``images`` and ``machines`` where asked for."""
    dice = random.Random(seed)
    steps = [_renamed(document, dice), _other_days(dice), _other_numbers(dice, seed)]
    if images:
        steps.insert(0, _other_images(document, dice))
    changed = document
    for step in steps:
        changed = mapped(changed, step)
    return _other_machines(changed, dice) if machines else changed


def again(document: Document, seed: str) -> Document:
    """The same workload fails again on another day, in other pods."""
    dice = random.Random(seed)
    changed = document
    for step in (_other_days(dice), _other_numbers(dice, seed)):
        changed = mapped(changed, step)
    return changed


def _renamed(document: Document, dice: random.Random) -> Callable[[str], str]:
    table: dict[str, str] = {}
    for found, pool in zip(names(document), (_WORKLOADS, _NAMESPACES, _NODES), strict=True):
        fresh = cycle(dice.sample(pool, len(pool)))
        # A pool that is too small is used again with numbers: two things must not become one.
        taken: set[str] = set()
        for name in sorted(found - table.keys()):
            new = next(fresh)
            while new in taken:
                new = f"{next(fresh)}-{len(taken)}"
            taken.add(new)
            table[name] = new
    return renaming(table)


def _other_days(dice: random.Random) -> Callable[[str], str]:
    shift = timedelta(days=dice.randint(20, 200), seconds=dice.randint(0, 40_000))

    def later(match: re.Match[str]) -> str:
        form = f"%Y{match[1]}%m{match[1]}%d{match[2]}%H:%M:%S"
        return (datetime.strptime(match[0], form) + shift).strftime(form)  # noqa: DTZ007 - the text has no zone

    uptime = dice.randint(1_000, 900_000)
    return lambda text: _PRINTK.sub(lambda m: f"[{int(m[1]) + uptime}.{m[2]}]", _TIME.sub(later, text))


def _other_numbers(dice: random.Random, seed: str) -> Callable[[str], str]:
    bus, offset = dice.randint(1, 200), dice.randint(1, 90)

    def change(text: str) -> str:
        text = _UUID.sub(lambda m: _uuid(seed, m[0]), text)
        text = _POD_HASH.sub(lambda m: _safe(seed, m[0]), text)
        text = _POD_SUFFIX.sub(lambda m: _safe(seed, m[0]), text)
        text = _PCI.sub(lambda m: f"0000:{(int(m[1], 16) + bus) % 256:02x}:", text)
        text = _PROCESS.sub(lambda m: str(int(m[0]) + 1000 * offset), text)
        text = _HEX.sub(lambda m: hex(int(m[0], 16) + 64 * offset) if len(m[0]) > 5 else m[0], text)  # noqa: PLR2004
        return _ADDRESS.sub(lambda m: f"10.{m[1]}.{(int(m[2]) + offset) % 250}.{m[3]}", text)

    return change


def _uuid(seed: str, old: str) -> str:
    digest = hashlib.sha256(f"{seed}{old}".encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}"


def _safe(seed: str, old: str) -> str:
    """A generated part of a name, in the alphabet of Kubernetes, always with a digit."""
    digest = hashlib.sha256(f"{seed}{old}".encode()).digest()
    alphabet = "bcdfghjklmnpqrstvwxz2456789"
    return "".join(alphabet[byte % len(alphabet)] for byte in digest[: len(old) - 1]) + str(digest[-1] % 6 + 4)


def _other_images(document: Document, dice: random.Random) -> Callable[[str], str]:
    found: set[str] = set()
    _collect_images(document, found)
    prefix, table = dice.choice(_REGISTRIES), {}
    for image in sorted(found):
        repository, _, tag = image.partition(":")
        table[image] = f"{prefix}/{repository.rsplit('/', 1)[-1]}:{_other_tag(tag, dice)}"
    return renaming(table)


def _other_tag(tag: str, dice: random.Random) -> str:
    return re.sub(r"\d+", lambda m: str(int(m[0]) + dice.randint(1, 8)), tag) or "stable"


def _collect_images(value: object, found: set[str]) -> None:
    if isinstance(value, dict):
        image = value.get("image")
        if isinstance(image, str) and "/" in image:
            found.add(image)
        for item in value.values():
            _collect_images(item, found)
    elif isinstance(value, list):
        for item in value:
            _collect_images(item, found)


def _other_machines(document: Document, dice: random.Random) -> Document:
    kernel, system, gpu = dice.choice(_KERNELS), dice.choice(_SYSTEMS), dice.choice(_GPUS)

    def change(text: str) -> str:
        text = re.sub(r"\b6\.8\.0-79-generic\b", kernel, text)
        text = re.sub(r"\bUbuntu 24\.04\.3 LTS\b", system, text)
        return re.sub(r"\bNVIDIA-H100-80GB-HBM3\b", gpu, text)

    changed: Document = mapped(document, change)
    return changed
