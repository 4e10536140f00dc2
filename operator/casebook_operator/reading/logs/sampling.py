"""Logs of containers as facts: read within bounds, and reduced to the lines that tell."""

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Gap, GapReason
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.off_loop import by_thread
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.logs.places import Which
from casebook_operator.reading.logs.reader import LONG_TAIL_LINES, TAIL_LINES, LogText, read_log
from casebook_operator.reading.objects import pod_entity

LIVE_LINES = 40
"""Different lines of a log beside the crash's: for comparison, not for the verdict."""

READ_SECONDS = 6.0
"""Up to five requests, each through the API server to a kubelet that may be busy with the failure itself."""


async def live_log(
    context: CollectorContext, pod: Object, status: Object, max_lines: int | None = LIVE_LINES
) -> Collected:
    """The telling lines of a container's current log, as facts: ``max_lines`` different ones.

    None reads a longer tail, and keeps as many lines as of a crash.
    """
    missing: list[Gap] = []
    lines = LONG_TAIL_LINES if max_lines is None else TAIL_LINES
    text = await read_one(context, pod, status["name"], "current", missing, lines)
    if text is None or not text.raw:
        if not status.get("state"):
            missing = [gap for gap in missing if gap.reason is not GapReason.NOT_FOUND]
        return Collected(gaps=tuple(missing))  # a container that has said nothing yet lacks nothing
    return await sample(context, pod, status["name"], "current", text, max_lines)


async def read_one(
    context: CollectorContext, pod: Object, container: str, which: Which, missing: list[Gap], lines: int = TAIL_LINES
) -> LogText | None:
    """One log of a container, read within :data:`READ_SECONDS`. None, and a Gap in ``missing``, if that fails."""
    own = Findings("logs")
    what = f"{which} log of container {container} of pod {name_of(pod)}"
    call = read_log(context.kube, pod, container, previous=which == "previous", lines=lines)
    text = await own.read(what, call, seconds=READ_SECONDS)
    missing += own.gaps
    return text


async def sample(
    context: CollectorContext, pod: Object, container: str, which: Which, text: LogText, max_lines: int | None = None
) -> Collected:
    """The telling lines of a log as facts: ``max_lines`` different ones; None keeps as many as of a crash.

    A log of a quarter of a megabyte takes half a second if its lines are short: other cases do not wait for it.
    """
    entity = pod_entity(pod, context.subject)
    source = f"{which} log of container {container} of pod {namespace_of(pod)}/{name_of(pod)}"
    bounds = {} if max_lines is None else {"max_lines": max_lines}
    return await by_thread(
        sample_log,
        text.raw,
        container=container,
        which=which,
        pod=entity,
        source=source,
        truncated=text.truncated,
        **bounds,
    )
