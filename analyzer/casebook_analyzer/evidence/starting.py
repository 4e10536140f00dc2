"""Whether a program was still starting when its log ends: it says what it loads, and not that it listens."""

import re
from collections.abc import Sequence

STARTING = "starting"
"""Attribute (``true``) of the last record of such a log."""

_LOADS = re.compile(
    r"(?i)\b(?:(?:pre)?load|initiali[sz]|start|boot(?:strapp)?|warm|migrat|apply|build|compil|download|fetch|replay"
    r"|recover|restor|import|index|prepar|read|deseriali[sz]|synchroni[sz]|unpack|install)ing\b"
)
_SERVES = re.compile(
    r"(?i)\blisten(?:ing|s)?\b|\bserving\b|\baccepting connections\b|\bready to (?:accept|serve)|\b(?:now|is) ready\b"
    r"|\bstarted\b|\bstart(?:up)? (?:complete|finished)|\bserver (?:running|is up|up)\b|\bbound to\b"
    r"|\b(?:running|available|up) (?:on|at) (?:https?://|port|\S+:\d)"
)
"""What servers write once their port is open (the lines that ``data/probes.yaml`` takes as such)."""
_FAILS = re.compile(
    r"(?i)fail|error|exception|cannot|can't|could ?n[o']t|unable|refused|denied|timed? ?out|waiting for|retr(?:y|ies)"
    r"|not found|no such|abort|traceback|panic|shut(?:ting)? ?down|stopp|terminat|SIGTERM|\bexit"
)
"""What waits for another, or fails, does not only take its time."""
_FAREWELL = re.compile(
    r"(?i)\bSIGTERM\b|\bshut(?:ting)? ?down\b|\bterminat(?:ed|ing)\b|\breceived signal\b|\bstopping\b"
)
_LAST = 3
"""Records at the end of a log that may be a farewell: a program that is killed while it starts may say so."""


def ends_while_starting(records: Sequence[str]) -> int | None:
    """The number of the record that says what a program still does to start; None where it serves, fails or waits."""
    for number in range(len(records) - 1, max(-1, len(records) - 1 - _LAST), -1):
        if _LOADS.search(records[number]) and not _FAILS.search(records[number]):
            return None if any(_SERVES.search(record) for record in records) else number
        if not _FAREWELL.search(records[number]):
            return None
    return None
