"""What a stranger's text makes the automata of redaction take is bounded: the operator has 256 MiB."""

import random
import subprocess
import sys

_TEXT = """
password passwd token secret api_key key = : " ' { } [ ] ( ) < > , ; / @ - _ . Authorization Bearer Basic AKIA ghp_
xoxb- eyJ -----BEGIN mysql -p PGPASSWORD --password --token set-cookie Cookie: user pass pwd auth credential
Server=;Password= https://a:b@c jdbc: AccountKey= sk_live_ SG. a 0 Z é
"""
_MOST_MIB = 105
"""It grows by 79; by 137 when each automaton may take 256 MiB."""
_BYTES = 900_000
_WORDS = _TEXT.split()
"""What tells secrets, in any order: each line leads the automata somewhere else."""
_READS = """
import sys
from pathlib import Path
from casebook_analyzer.redaction.redactor import Redactor

def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

redactor, before = Redactor(b"k" * 32), resident()
redactor.redact(sys.stdin.read())
print(resident() - before)
"""


def test_a_log_that_is_all_beginnings_of_secrets_does_not_make_the_process_grow_without_bound() -> None:
    read = subprocess.run([sys.executable, "-c", _READS], input=_log(), capture_output=True, text=True, check=True)
    assert 10 < int(read.stdout) < _MOST_MIB


def _log() -> str:
    chance, lines, size = random.Random(1), list[str](), 0
    while size < _BYTES:
        lines.append("".join(_piece(chance) for _ in range(chance.randint(1, 60))))
        size += len(lines[-1])
    return "\n".join(lines)


def _piece(chance: random.Random) -> str:
    if chance.random() < 0.7:
        return chance.choice(_WORDS)
    return "".join(chance.choices("abcXYZ019+/=_-", k=chance.randint(1, 30)))
