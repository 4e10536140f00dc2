"""Whether node-problem-detector reads the kernel log is told from its own."""

import pytest

from e2e.cluster.npd import deaf

RUN = """\
I1123 06:08:43.514621   15962 log_monitor.go:80] Finish parsing log monitor config file /tmp/kernel-monitor.json: {}
I1123 06:08:43.583935   15962 problem_detector.go:77] Problem detector started
"""
CLOSED = "E1123 06:08:43.587288   15962 log_watcher_linux.go:104] Kmsg channel closed\n"


@pytest.mark.parametrize(
    ("said", "lost"),
    [("", False), (RUN, False), (RUN + CLOSED, True), (RUN + CLOSED + RUN, False), (RUN + RUN + CLOSED, True)],
)
def test_it_is_deaf_when_its_reader_has_ended_since_it_was_started_last(said: str, lost: bool) -> None:
    assert deaf(said) is lost
