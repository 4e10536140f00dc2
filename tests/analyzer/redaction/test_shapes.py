"""Secrets that slipped through once, by what hid them, and lines that only look alike."""

import re
from pathlib import Path

import msgspec

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
SHAPES = msgspec.yaml.decode(Path(__file__).with_name("shapes.yaml").read_bytes(), type=dict[str, tuple[str, ...]])
STAY = SHAPES.pop("stay")
SECRET = re.compile("\u27e6(.*?)\u27e7", re.DOTALL)
MARKER = re.compile("\u2039redacted:[a-z0-9-]+:[0-9a-f]{8}\u203a")


@of_every(("group", "line"), [(group, line) for group, lines in SHAPES.items() for line in lines])
def test_a_secret_goes_and_what_stands_around_it_stays(group: str, line: str) -> None:
    redacted = REDACTOR.redact(SECRET.sub(r"\1", line))
    assert MARKER.sub("*", redacted) == SECRET.sub("*", line), group


@of_every("line", STAY)
def test_what_only_looks_like_a_secret_stays(line: str) -> None:
    assert REDACTOR.redact(line) == line
