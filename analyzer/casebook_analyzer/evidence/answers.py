"""How many answers of a log of requests have failed.

Folding makes one record of all requests for a path, whatever the status, and its text is that of the first. So they are
counted while each line is there, over the whole log and not over what is kept of it.
"""

import re
from collections.abc import Iterable

import msgspec

ANSWERS, FAILED_ANSWERS, LAST_FAILED = "answers", "failedAnswers", "lastFailedAnswer"
"""Attributes of the record with the most failed ones: how many answers the whole log has, how many of them have failed,
and when the last one did."""

_COMMON = re.compile(r' HTTP/[\d.]{1,3}" ([1-5]\d\d)\b')
"""Common Log Format and what extends it: Apache mod_log_config, nginx ``combined``, Envoy, gunicorn, uvicorn."""
_FIELD = re.compile(r'\bstatus(?:_?code)?"?[=:] ?"?([1-5]\d\d)\b', re.IGNORECASE)
"""Loggers that write fields: Caddy, Spring, Express with pino, slog, logrus."""
_METHOD = re.compile(r"\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b")
_FAILED = "5"
"""The server has failed (RFC 9110, 15.6); that a request is refused (4xx) is mostly for its sender to mend."""


class Answers(msgspec.Struct):
    """Answers of requests that were counted."""

    count: int = 0
    failed: int = 0
    last_failed: str = ""
    """The time of the last that failed, as its line has it."""

    def add(self, text: str, stamp: str) -> None:
        """Count a line, if it tells of an answer."""
        status = _status(text)
        if status:
            self.count += 1
            if status.startswith(_FAILED):
                self.failed += 1
                self.last_failed = stamp


def _status(text: str) -> str:
    found = _COMMON.search(text)
    if found is None and _METHOD.search(text):
        found = _FIELD.search(text)
    return found[1] if found else ""


def total(parts: Iterable[Answers]) -> dict[str, str]:
    """The attributes that tell of all of them; none where no answer has failed."""
    of = list(parts)
    failed = sum(one.failed for one in of)
    if not failed:
        return {}
    last = max(one.last_failed for one in of)
    told = {ANSWERS: str(sum(one.count for one in of)), FAILED_ANSWERS: str(failed)}
    return told | ({LAST_FAILED: last} if last else {})
