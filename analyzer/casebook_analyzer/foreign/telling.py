"""What the words of a record tell of the failure in Kubernetes' own terms: reason, trigger, exit code."""

import re
from collections.abc import Iterator

import msgspec

from casebook_analyzer.models import Trigger

_TRIGGERS = {
    "OOMKilled": Trigger.OOM_KILLED,
    "CrashLoopBackOff": Trigger.CRASH_LOOP_BACK_OFF,
    "ImagePullBackOff": Trigger.IMAGE_PULL_FAILED,
    "ErrImagePull": Trigger.IMAGE_PULL_FAILED,
    "InvalidImageName": Trigger.IMAGE_PULL_FAILED,
    "CreateContainerConfigError": Trigger.CONTAINER_CONFIG_ERROR,
    "CreateContainerError": Trigger.CONTAINER_START_FAILED,
    "RunContainerError": Trigger.CONTAINER_START_FAILED,
    "StartError": Trigger.CONTAINER_START_FAILED,
    "FailedScheduling": Trigger.FAILED_SCHEDULING,
    "FailedMount": Trigger.POD_START_STUCK,
    "FailedAttachVolume": Trigger.POD_START_STUCK,
    "FailedCreatePodSandBox": Trigger.POD_START_STUCK,
    "FailedCreate": Trigger.FAILED_CREATE,
    "Evicted": Trigger.EVICTED,
    "ProgressDeadlineExceeded": Trigger.ROLLOUT_STUCK,
    "BackoffLimitExceeded": Trigger.JOB_FAILED,
    "DeadlineExceeded": Trigger.JOB_FAILED,
    "NodeNotReady": Trigger.NODE_CONDITION,
    "DiskPressure": Trigger.NODE_CONDITION,
    "MemoryPressure": Trigger.NODE_CONDITION,
    "Unhealthy": Trigger.PROBE_FAILED,
}
"""Reasons as kubelet, scheduler and controllers write them (pkg/kubelet/events, pkg/kubelet/images, pkg/controller)."""

_REASON = re.compile(rf"\b(?:{'|'.join(sorted(_TRIGGERS, key=len, reverse=True))})\b")
_EXIT_CODE = re.compile(r"\bexit(?:ed)?(?: with)?(?: code| status)?[ :=]{1,2}([0-9]{1,3})\b", re.IGNORECASE)
_SAID_BY_KUBERNETES = re.compile(rf"{_REASON.pattern}|\bnodes are available: |\bMessage:|\bReason:")
_KILLED = 137
"""Of what the kernel kills for its memory: 128 and the number of SIGKILL."""
_LINES = 20


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """A failure as Kubernetes would tell it."""

    trigger: Trigger
    """Alert, where the words name no reason: somebody noticed."""
    reason: str
    exit_code: int | None


def telling(text: str, reason: str, exit_code: int | None) -> Telling:
    """What the words say, unless a column says it better."""
    found = _REASON.search(reason) or _REASON.search(text)
    named = found[0] if found is not None else ""
    if exit_code is None and (code := _EXIT_CODE.search(text)) is not None:
        exit_code = int(code[1])
    if exit_code is None and named == "OOMKilled":
        exit_code = _KILLED
    return Telling(trigger=_TRIGGERS.get(named, Trigger.ALERT), reason=named, exit_code=exit_code)


def lines_of_kubernetes(text: str) -> Iterator[str]:
    """The first lines that quote Kubernetes: rules know what it says, whoever repeats it."""
    found = (line.strip() for line in text.splitlines() if _SAID_BY_KUBERNETES.search(line))
    yield from (line for _, line in zip(range(_LINES), found, strict=False))
