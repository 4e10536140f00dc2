"""Threads may decode anything at once, from the first moment on. Each claim has a process of its own: it may end it."""

import signal
import subprocess
import sys

import pytest

from casebook_analyzer.struct_types import look_at_structs
from tests.repository.compiled_patterns import modules

AT_ONCE = """
import sys
import threading

import msgspec

import {module}
from casebook_analyzer.struct_types import look_at_structs


def nested(depth):
    inner = nested(depth - 1) if depth else int
    return msgspec.defstruct(f"Level{{depth}}", [(f"field_{{at}}", inner) for at in range(6)])


def content(depth):
    return {{f"field_{{at}}": content(depth - 1) if depth else 1 for at in range(6)}}


def decode(struct, together):
    together.wait()
    msgspec.convert(content(2), struct)


structs = [nested(2) for _ in range(400)]
if {looked}:
    look_at_structs()
sys.setswitchinterval(1e-6)
for struct in structs:
    together = threading.Barrier(4)
    threads = [threading.Thread(target=decode, args=(struct, together)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def _ended_with(*, module: str, looked: bool) -> int:
    program = AT_ONCE.format(module=module, looked=looked)
    return subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, timeout=120).returncode


@pytest.mark.parametrize("module", ["casebook_operator.runtime", "casebook_operator.web.serve"])
def test_once_structs_were_looked_at_threads_decode_them_at_once(module: str) -> None:
    assert _ended_with(module=module, looked=True) == 0


def test_otherwise_the_process_would_end() -> None:
    """When this fails, msgspec needs no help any more: ``struct_types.py`` can go."""
    assert any(_ended_with(module="msgspec", looked=False) == -signal.SIGSEGV for _ in range(5))


def test_every_struct_of_both_packages_can_be_looked_at() -> None:
    """Also that of a command, whose annotations might name what only type checkers import."""
    assert list(modules())
    look_at_structs()
