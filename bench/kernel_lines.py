"""How fast kernel lines become facts, on floods of different kinds.

python bench/kernel_lines.py [--lines 200000]
"""

import argparse
import time
from collections.abc import Callable

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Entity

NODE = Entity(kind="Node", name="worker-1")
FLOODS: dict[str, Callable[[int], str]] = {
    "one Xid, identical": lambda _: "[12345.678901] NVRM: Xid (PCI:0000:9b:00): 31, pid=1, name=python, Ch 00000008",
    "one Xid, other pids": lambda i: f"[{i}.678901] NVRM: Xid (PCI:0000:9b:00): 31, pid={i}, name=python, MMU Fault",
    "segfaults of all kinds": lambda i: f"[{i}.6] p{i}[{i}]: segfault at 8 ip 00007f1 sp 00007ffd error 4 in libc.so.6",
    "lockups": lambda i: f"[{i}.6] watchdog: BUG: soft lockup - CPU#{i % 64} stuck for 22s! [foo:{i}]",
    "interfaces of pods": lambda i: f"[{i}.6] cni0: port 3(veth{i:08x}) entered disabled state",
    "nothing known": lambda i: f"[{i}.6] usb 1-{i}: new high-speed USB device number 4 using xhci_hcd",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=200_000)
    lines: int = parser.parse_args().lines
    kernel_facts("x", source="warm-up", entity=NODE)
    print(f"{'flood':<24}{'facts':>6}{'seconds':>9}{'MB/s':>7}{'us/line':>9}")
    for name, line in FLOODS.items():
        text = "\n".join(line(number) for number in range(lines))
        begun = time.perf_counter()
        facts = kernel_facts(text, source="kernel log", entity=NODE, limit=len(text))
        seconds = time.perf_counter() - begun
        rate = len(text) / seconds / 1e6
        print(f"{name:<24}{len(facts):>6}{seconds:>9.2f}{rate:>7.1f}{seconds / lines * 1e6:>9.1f}")


if __name__ == "__main__":
    main()
