"""One pod as its kubelet knows it, and the statuses that it writes on the way (pkg/kubelet/status/generate.go)."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from casebook_operator.kube import Object
from tests.operator.life.pace import seconds
from tests.operator.life.scripts import Script

FINISHED = ("Succeeded", "Failed")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass
class Run:
    """How far a pod has come."""

    pod: Object
    script: Script
    exits: list[int]
    stage: str = ""
    began: float = field(default_factory=time.monotonic)
    started: str = field(default_factory=now)
    phase: str = "Pending"
    reason: str = ""
    message: str = ""
    restarts: int = 0
    state: Object = field(default_factory=dict)
    last: Object = field(default_factory=dict)
    initial: Object = field(default_factory=dict)
    conditions: dict[str, Object] = field(default_factory=dict)

    def advance(self) -> bool:
        """Come to the next stage, if it is time. Says whether there is a new status to write."""
        wait, following = self._following()
        if not following or time.monotonic() - self.began < seconds(wait):
            return False
        self.enter(following)
        return True

    def enter(self, stage: str) -> None:
        self.stage, self.began = stage, time.monotonic()
        getattr(self, f"_{stage}")()

    def _following(self) -> tuple[float, str]:
        """How long this stage lasts, and what comes after it."""
        script = self.script
        loops = self.stage == "exited" and self.restarts > 1
        after = {
            "": (0.0, "creating"),
            "creating": (script.sandbox, "initial" if self._has_initial else "pulling"),
            "initial": (script.init, "pulling"),
            "pulling": (script.pull, "running"),
            "running": (script.ready, "ready"),
            "ready": (script.run, "exited" if self.exits else ""),
            "exited": (0.1 if loops else script.back_off, "waiting" if loops else "running"),
            "waiting": (script.back_off, "running"),
        }
        return (0.0, "") if self.phase in FINISHED else after.get(self.stage, (0.0, ""))

    @property
    def _has_initial(self) -> bool:
        return bool(self.pod["spec"].get("initContainers"))

    def _creating(self) -> None:
        self._set("PodReadyToStartContainers", "False")
        self._set("Initialized", "False" if self._has_initial else "True")
        self._not_ready("ContainersNotReady")
        self.state = {"waiting": {"reason": "PodInitializing" if self._has_initial else "ContainerCreating"}}
        self.initial = {"waiting": {"reason": "PodInitializing"}}

    def _initial(self) -> None:
        self._set("PodReadyToStartContainers", "True")
        self.initial = {"running": {"startedAt": now()}}

    def _pulling(self) -> None:
        self._set("PodReadyToStartContainers", "True")
        self._set("Initialized", "True")
        self.initial = {"terminated": {"exitCode": 0, "reason": "Completed", "startedAt": now(), "finishedAt": now()}}

    def _running(self) -> None:
        self.phase = "Running"
        self.state = {"running": {"startedAt": now()}}

    def _ready(self) -> None:
        self._set("Ready", "True")
        self._set("ContainersReady", "True")

    def _exited(self) -> None:
        code = self.exits.pop(0)
        self._end(code, "Completed" if code == 0 else "Error")
        policy = self.pod["spec"].get("restartPolicy")
        if policy == "Never" or (policy == "OnFailure" and code == 0):
            self.phase = "Failed" if code else "Succeeded"
        else:
            self.last, self.restarts = self.state, self.restarts + 1
        self._not_ready("PodCompleted" if code == 0 else "ContainersNotReady")

    def _waiting(self) -> None:
        self.state = {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off restarting failed container"}}

    def _stopping(self) -> None:
        if "running" in self.state:
            self._end(0, "Completed")
        self._not_ready("ContainersNotReady")

    def _ended(self) -> None:
        """By somebody else than itself."""
        if "running" in self.state:
            self._end(143, "Error")
        self.phase = "Failed"
        self._not_ready("PodFailed")

    def _rebooted(self) -> None:
        """What ran is gone without a trace, and is started again in a new sandbox."""
        self._end(255, "Unknown")
        self.last, self.restarts = self.state, self.restarts + 1
        self._creating()
        self.stage = "creating"

    def _end(self, code: int, reason: str) -> None:
        began = (self.state.get("running") or {}).get("startedAt") or now()
        self.state = {"terminated": {"exitCode": code, "reason": reason, "startedAt": began, "finishedAt": now()}}

    def _not_ready(self, reason: str) -> None:
        self._set("Ready", "False", reason)
        self._set("ContainersReady", "False", reason)

    def _set(self, kind: str, status: str, reason: str = "") -> None:
        """A condition gets a new time only when its status is another one."""
        before = self.conditions.get(kind, {})
        since = before["lastTransitionTime"] if before.get("status") == status else now()
        named = {"reason": reason} if reason else {}
        self.conditions[kind] = {"type": kind, "status": status, "lastTransitionTime": since, **named}

    def status(self, pod: Object) -> Object:
        """The whole status. What the scheduler and others have written into it stays."""
        ready = self.conditions.get("Ready", {}).get("status") == "True"
        others = [c for c in pod["status"].get("conditions") or () if c["type"] not in self.conditions]
        initial_done = "terminated" in self.initial
        return {
            "phase": self.phase,
            "startTime": self.started,
            "qosClass": pod["status"].get("qosClass", "BestEffort"),
            **({"reason": self.reason, "message": self.message} if self.reason else {}),
            "conditions": [*others, *self.conditions.values()],
            "initContainerStatuses": [
                self._container(one["name"], self.initial, ready=initial_done)
                for one in pod["spec"].get("initContainers") or ()
            ],
            "containerStatuses": [
                self._container(one["name"], self.state, ready=ready, main=True) for one in pod["spec"]["containers"]
            ],
        }

    def _container(self, name: str, state: Object, *, ready: bool, main: bool = False) -> Object:
        return {
            "name": name,
            "image": "example.invalid/app",
            "imageID": "on-paper",
            "ready": ready,
            "started": "running" in state,
            "restartCount": self.restarts if main else 0,
            "state": state,
            "lastState": self.last if main else {},
        }
