"""Where the log of a crash is.

Which of the two logs holds the crash depends on the state, because kubelet keeps one dead container for each container:

=============  =======================================================================================
``terminated`` the current one. The previous one mostly belongs to a container that is deleted by now.
``waiting``    both are the last end's (pkg/kubelet/kubelet_pods.go, ``validateContainerLogStatus``).
``running``    the previous one, for as long as it is kept.
=============  =======================================================================================
"""

from typing import Literal

from casebook_operator.kube import Object
from casebook_operator.kube.pods import is_running, terminated, waiting

Which = Literal["current", "previous"]

_CRASH_LOOP = "CrashLoopBackOff"


def crash_logs(status: Object) -> tuple[Which, ...]:
    """Which logs may hold a container's last end, the likelier first. Empty when it has not ended yet."""
    ended_before = bool(terminated(status, "lastState")) or waiting(status).get("reason") == _CRASH_LOOP
    if terminated(status, "state"):
        return ("current", "previous") if ended_before else ("current",)
    if not ended_before:
        return ()
    return ("previous",) if is_running(status) else ("previous", "current")


def runs(status: Object) -> bool:
    """Whether a container runs. Without a state it counts as running: objects that people shorten have none."""
    return is_running(status) or not (status.get("state") or status.get("lastState"))
