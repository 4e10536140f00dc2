"""What changed in a probe: what it asks, or how long it waits."""

import re

_SETTINGS = re.compile(r" (delay|timeout|period|successes|failures)=(\d+)s?(?= |$)")
"""As the operator writes them behind what is asked: ``GET http://:8080/ delay=0s timeout=1s period=10s ...``."""


def probe_fix(old: str, new: str, what: str) -> str:
    """The fix in words: ``give the liveness probe more time``. ``old`` and ``new`` are its settings on one line."""
    if not old:
        return f"add a {what}"
    if not new:
        return f"remove the {what}"
    if _SETTINGS.sub("", old) != _SETTINGS.sub("", new):
        return f"change what the {what} asks for"
    before, after = _waits(old), _waits(new)
    if before == after:
        return f"change the {what}"
    more = all(one <= other for one, other in zip(before, after, strict=True))
    less = all(one >= other for one, other in zip(before, after, strict=True))
    return f"give the {what} {'more' if more else 'less'} time" if more or less else f"change the times of the {what}"


def _waits(line: str) -> tuple[int, int, int]:
    """How long a probe waits, in seconds: before the first one, for each answer, and until too many have failed."""
    values = {name: int(value) for name, value in _SETTINGS.findall(line)}
    return values.get("delay", 0), values.get("timeout", 0), values.get("period", 0) * values.get("failures", 0)
