"""Reads a container's log so that the end, where the crash is, is never what gets lost.

``limitBytes`` keeps the *beginning* of what ``tailLines`` selects: kubelet seeks to the first of the last N lines,
copies from there and stops when the bytes are used up (k8s.io/cri-client pkg/logs, ``findTailLineStartIndex`` and
``logWriter.write``). An answer as long as the limit has therefore lost its end, and fewer lines are asked for.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.times import parse_time
from casebook_operator.off_loop import computed

LIMIT_BYTES = 256 * 1024
"""What one answer may weigh."""

TAIL_LINES = 500
SAFE_LINES = 15
"""So many lines always fit into ``LIMIT_BYTES``: kubelet counts lines of the log file, and there no line is longer than
16 KiB, because containerd splits longer ones (internal/cri/config/config_unix.go, ``MaxContainerLogLineSize``). CRI-O
splits at 8 KiB (conmon, ``STDIO_BUF_SIZE``)."""

LONG_TAIL_LINES = 2_000
"""Of a program that runs on: what it suffers from may stand far from the end of its log."""

_ATTEMPTS = (LONG_TAIL_LINES, TAIL_LINES, TAIL_LINES // 5, SAFE_LINES, 1)
"""Numbers of lines to ask for, until an answer stays below the limit."""

HEAD_BYTES = 16 * 1024
"""The head of a log tells the version and the settings a program started with. It costs one small read."""

_STAMP = re.compile(rb"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{9}", re.MULTILINE)
"""Times in front of lines have a fixed width, so that as text they sort by time (cri-client, ``timeFormatOut``)."""


@dataclass(frozen=True, slots=True)
class LogText:
    raw: bytes
    """Lines with their times, in order. There may be a hole between head and tail."""
    truncated: bool

    @property
    def began_at(self) -> datetime | None:
        """The time of the first line; None when it has none."""
        return parse_time(self.raw.split(b" ", 1)[0][:40].decode(errors="replace"))


async def read_log(
    kube: ObjectReader, pod: Object, container: str, *, previous: bool, lines: int = TAIL_LINES
) -> LogText:
    """The last ``lines`` lines of a container's log, up to its very end, and the beginning where the log is longer.

    Fewer lines are read when they take more than :data:`LIMIT_BYTES`; ``truncated`` says that lines are missing.

    Raises:
        ApiStatusError: The log may not be read, or there is none.
        ClusterUnavailableError: The API server or the kubelet does not answer.
    """
    path = f"{paths.item('Pod', namespace_of(pod), name_of(pod))}/log"
    query = {"container": container, "timestamps": "true"} | ({"previous": "true"} if previous else {})
    tail, asked = b"", lines
    for asked in (number for number in _ATTEMPTS if number <= lines):
        tail = await kube.get_text(path, tailLines=asked, limitBytes=LIMIT_BYTES, **query)
        if len(tail) < LIMIT_BYTES:
            break
    if asked == lines and tail.count(b"\n") < lines - SAFE_LINES:  # no room for more lines than it shows
        return LogText(tail, truncated=False)
    head = await kube.get_text(path, limitBytes=HEAD_BYTES, **query)
    return await computed(len(head) + len(tail), _joined, head, tail)


def _joined(head: bytes, tail: bytes) -> LogText:
    """Head and tail without a line twice, and without the halves of lines where they were cut."""
    first = _STAMP.search(tail)
    tail = tail[first.start() :] if first else tail
    begin = first[0] if first else b""
    lines = [line for line in head.splitlines(keepends=True) if line.endswith(b"\n") or len(head) < HEAD_BYTES]
    older = [line for line in lines if not begin or line[: len(begin)] < begin]
    meets = len(older) < len(lines) or len(head) < HEAD_BYTES
    return LogText(b"".join(older) + tail, truncated=not meets or len(tail) >= LIMIT_BYTES)
