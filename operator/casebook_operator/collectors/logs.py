"""The log of the crash, and what the container says now.

Which of the two logs holds the crash depends on the state, because kubelet keeps one dead container for each container:

=============  =======================================================================================
``terminated`` the current one. The previous one mostly belongs to a container that is deleted by now.
``waiting``    both are the last end's (pkg/kubelet/kubelet_pods.go, ``validateContainerLogStatus``).
``running``    the previous one, for as long as it is kept.
=============  =======================================================================================

Of a container that has never ended and yet is what the case is about, what it says now is all there is.
"""

import asyncio
from datetime import timedelta
from typing import Literal

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Gap, GapReason
from casebook_operator.collectors.collector import Collector, has_pods
from casebook_operator.collectors.containers import failing, waiting
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.log_reader import LONG_TAIL_LINES, TAIL_LINES, LogText, read_log
from casebook_operator.collectors.objects import name_of, namespace_of, pod_entity
from casebook_operator.investigation.times import real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import terminated

Which = Literal["current", "previous"]

MAX_CONTAINERS = 3
"""Failing containers of the first pod whose logs are read. Of the other pods the subject's container is enough."""

LIVE_LINES = 40
"""Different lines of a log beside the crash's: for comparison, not for the verdict."""

_CRASH_LOOP = "CrashLoopBackOff"

READ_SECONDS = 6.0
"""Up to five requests, each through the API server to a kubelet that may be busy with the failure itself."""

_CLOCK_SLACK = timedelta(seconds=1)
"""``finishedAt`` is cut to whole seconds, the times of log lines are not."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    wanted: list[tuple[Object, Object]] = []
    for number, pod in enumerate(context.pods):
        limit = MAX_CONTAINERS if number == 0 else 1
        wanted += [(pod, status) for _, status in failing(pod, context.subject.container)[:limit]]
    found: list[list[Collected]] = [[] for _ in wanted]
    reads = [_container_logs(context, pod, status, into) for (pod, status), into in zip(wanted, found, strict=True)]
    try:
        await asyncio.gather(*reads)
    finally:  # a time-out keeps what came; in the order of the pods, so that the same evidence gives the same bundle
        for collected in (one for several in found for one in several):
            findings.add(*collected.facts)
            findings.gaps.extend(collected.gaps)


COLLECTOR = Collector(name="logs", collect=collect, applies=has_pods, seconds=10.0, max_bytes=256 * 1024)


def crash_logs(status: Object) -> tuple[Which, ...]:
    """Where the log of the last end is, the likelier place first. Empty when nothing has ended yet."""
    ended_before = bool(terminated(status, "lastState")) or waiting(status).get("reason") == _CRASH_LOOP
    if terminated(status, "state"):
        return ("current", "previous") if ended_before else ("current",)
    if not ended_before:
        return ()
    return ("previous",) if "running" in (status.get("state") or {}) else ("previous", "current")


def runs(status: Object) -> bool:
    """It runs, or nobody says what it does: objects that people shorten lack the state and have the log."""
    return "running" in (status.get("state") or {}) or not (status.get("state") or status.get("lastState"))


async def _container_logs(context: CollectorContext, pod: Object, status: Object, into: list[Collected]) -> None:
    places = crash_logs(status)
    if places:
        into.append(await _crash_log(context, pod, status, places))
    if runs(status) and _was_started(pod):
        crashed = bool(places and into[-1].facts)
        into.append(await live_log(context, pod, status, LIVE_LINES if crashed else None))


def _was_started(pod: Object) -> bool:
    """A pod that no node has taken has no log."""
    return bool((pod.get("spec") or {}).get("nodeName")) or ((pod.get("status") or {}).get("phase") != "Pending")


async def _crash_log(context: CollectorContext, pod: Object, status: Object, places: tuple[Which, ...]) -> Collected:
    """The first of the places that has it. Only when none has are the Gaps worth telling."""
    missing: list[Gap] = []
    for which in places:
        text = await _read(context, pod, status["name"], which, missing)
        if text is None:
            continue
        if _is_of_newer_run(text, status):
            detail = "The container was restarted while its log was asked for."
            missing.append(_gap(which, status["name"], GapReason.NOT_FOUND, detail))
            continue
        sampled = _sample(context, pod, status["name"], which, text)
        if sampled.facts or all(gap.reason is not GapReason.UNAVAILABLE for gap in sampled.gaps):
            return sampled
        missing += sampled.gaps
    return Collected(gaps=tuple(missing))


async def live_log(
    context: CollectorContext, pod: Object, status: Object, max_lines: int | None = LIVE_LINES
) -> Collected:
    """What the container says now, in ``max_lines`` different lines or as many as of a crash."""
    missing: list[Gap] = []
    lines = LONG_TAIL_LINES if max_lines is None else TAIL_LINES
    text = await _read(context, pod, status["name"], "current", missing, lines)
    if text is None or not text.raw:
        if not status.get("state"):
            missing = [gap for gap in missing if gap.reason is not GapReason.NOT_FOUND]
        return Collected(gaps=tuple(missing))  # a container that has said nothing yet lacks nothing
    return _sample(context, pod, status["name"], "current", text, max_lines)


async def _read(
    context: CollectorContext, pod: Object, container: str, which: Which, missing: list[Gap], lines: int = TAIL_LINES
) -> LogText | None:
    own = Findings("logs")
    what = f"{which} log of container {container} of pod {name_of(pod)}"
    call = read_log(context.kube, pod, container, previous=which == "previous", lines=lines)
    text = await own.read(what, call, seconds=READ_SECONDS)
    missing += own.gaps
    return text


def _sample(
    context: CollectorContext, pod: Object, container: str, which: Which, text: LogText, max_lines: int | None = None
) -> Collected:
    entity = pod_entity(pod, context.subject)
    source = f"{which} log of container {container} of pod {namespace_of(pod)}/{name_of(pod)}"
    bounds = {} if max_lines is None else {"max_lines": max_lines}
    return sample_log(
        text.raw, container=container, which=which, pod=entity, source=source, truncated=text.truncated, **bounds
    )


def _is_of_newer_run(text: LogText, status: Object) -> bool:
    """Kubelet restarts a container at once after its first end: the current log may by then be the next run's."""
    ended = terminated(status, "state") or terminated(status, "lastState")
    finished, began = real_time(ended.get("finishedAt")), text.began_at
    return finished is not None and began is not None and began > finished + _CLOCK_SLACK


def _gap(which: Which, container: str, reason: GapReason, detail: str) -> Gap:
    return Gap(collector="logs", what=f"{which} log of container {container}", reason=reason, detail=detail)
