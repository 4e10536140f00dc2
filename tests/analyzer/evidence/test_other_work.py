"""What a record between two troubles tells: work, or a try, or the same matter."""

from casebook_analyzer.evidence.other_work import is_other_work
from tests.rows import of_every

TROUBLE = "ERROR relay: statsd.obs.svc:8125: connection refused, metrics dropped"


@of_every(
    ("text", "is_work"),
    [
        ("INFO relay: passed on 18701", True),
        ("2026-03-04 05:06:07 INFO relay: sent 12 messages", True),
        ("I0304 05:06:07.000000 1 relay.go:12] sent 12 messages", True),
        ('10.1.2.3 - - "GET /bid HTTP/1.1" 200', True),
        ("INFO relay: next try in 5 s", False),
        ("INFO relay: reconnecting", False),
        ("WARN relay: queue is not empty", False),
        ("INFO relay: 0 sinks at statsd.obs.svc", False),
        ("INFO: 12", False),
    ],
)
def test_work_complains_of_nothing_tries_nothing_and_is_about_something_else(text: str, is_work: bool) -> None:
    assert is_other_work(text, TROUBLE) is is_work
