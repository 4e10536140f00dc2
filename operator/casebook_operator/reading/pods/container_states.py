"""``state`` and ``lastState`` of a container as facts."""

from dataclasses import dataclass
from datetime import datetime

from casebook_analyzer.models import Entity, FactKind
from casebook_analyzer.redaction import private_blocks_in_lines
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.kube.pods import container_spec, is_running, terminated, waiting
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping, text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.objects import listing, pod_entity, span

_STATUS_LIST = {
    "app": "containerStatuses",
    "init": "initContainerStatuses",
    "ephemeral": "ephemeralContainerStatuses",
}

MESSAGE_LINES = 20
"""Kubelet keeps 4096 bytes of a message, or 80 lines and 2048 bytes of a log (pkg/kubelet/container/runtime.go)."""

_RUNTIME_SPEAKS = frozenset({"StartError", "ContainerCannotRun", "ContainerStatusUnknown"})
"""Reasons with a message of the runtime or of kubelet, and none of the program."""


def state_facts(context: CollectorContext, findings: Findings, pod: Object, kind: str, status: Object) -> None:
    """Tell of a container's states, its last end first: that is what happened; waiting is what kubelet does then."""
    container = _Container(findings, pod, kind, status, pod_entity(pod, context.subject))
    for field in ("lastState", "state"):
        if ended := terminated(status, field):
            container.ended(field, ended)
    if holds := waiting(status):
        container.waits(holds)
    elif is_running(status):
        container.runs(status["state"]["running"] or {}, context.now)


@dataclass(frozen=True, slots=True)
class _Container:
    findings: Findings
    pod: Object
    kind: str
    status: Object
    entity: Entity

    def ended(self, field: str, ended: Object) -> None:
        exit_code, signal = ended.get("exitCode"), ended.get("signal") or None
        how = f"{ended.get('reason') or 'without a reason'}, exit code {exit_code}"
        how += f", signal {signal}" if signal else ""
        limit = self._memory_limit()
        restarts = f"restarts: {self._restarts()}" if self._restarts() else ""
        more = listing((restarts, f"memory limit {limit}" if limit else ""))
        message = f": {ended['message']}" if ended.get("message") else ""
        when = "ended before" if field == "lastState" and terminated(self.status, "state") else "ended"
        self._fact(
            field,
            f"{self._label()} {when}: {how}{_lifetime(ended)}" + (f" ({more})" if more else "") + message,
            {
                "state": "terminated",
                "reason": ended.get("reason"),
                "exitCode": exit_code,
                "signal": signal,
                "memoryLimit": limit,
            },
            real_time(ended.get("finishedAt")),
        )
        if ended.get("reason") not in _RUNTIME_SPEAKS:
            self._last_words(field, ended)

    def _last_words(self, field: str, ended: Object) -> None:
        """``terminated.message``: what the program wrote for this purpose, or the end of its log.

        The latter with ``terminationMessagePolicy: FallbackToLogsOnError``; it survives when the log itself does not.
        """
        name = self.status["name"]
        source = f"pod {name_of(self.pod)} status.{_STATUS_LIST[self.kind]}[{name}].{field}.terminated.message"
        lines = [line for line in private_blocks_in_lines(text(ended, "message")).splitlines() if line.strip()]
        for line in lines[-MESSAGE_LINES:]:
            attributes = {"container": name, "log": "terminationMessage"}
            time = real_time(ended.get("finishedAt"))
            self.findings.fact(FactKind.LOG, source, line, attributes, entity=self.entity, time=time)

    def waits(self, holds: Object) -> None:
        reason = holds.get("reason") or "no reason given"
        message = f": {holds['message']}" if holds.get("message") else ""
        attributes = {"state": "waiting", "reason": holds.get("reason"), "memoryLimit": self._memory_limit()}
        self._fact("state", f"{self._label()} waits: {reason}{message}", attributes, None)

    def runs(self, running: Object, now: datetime) -> None:
        started, ready = real_time(running.get("startedAt")), bool(self.status.get("ready"))
        since = f" since {span((now - started).total_seconds())}" if started else ""
        again = " again" if self._restarts() else ""
        text = f"{self._label()} runs{again}{since}, {'ready' if ready else 'not ready'}"
        self._fact("state", text, {"state": "running", "ready": str(ready).lower()}, started)

    def _fact(self, field: str, text: str, attributes: dict[str, object], time: datetime | None) -> None:
        name = self.status["name"]
        common = {
            "container": name,
            "containerType": self.kind,
            "init": "true" if self.kind == "init" else None,
            "from": field,
            "restartCount": self._restarts(),
        }
        source = f"pod {name_of(self.pod)} status.{_STATUS_LIST[self.kind]}[{name}].{field}"
        self.findings.fact(FactKind.STATE, source, text, common | attributes, entity=self.entity, time=time)

    def _label(self) -> str:
        kind = "Container" if self.kind == "app" else f"{self.kind.capitalize()} container"
        return f"{kind} {self.status['name']}"

    def _restarts(self) -> int:
        return int(self.status.get("restartCount") or 0)

    def _memory_limit(self) -> str | None:
        resources = mapping(container_spec(self.pod, self.status["name"]), "resources")
        limit: str | None = mapping(resources, "limits").get("memory")
        return limit


def _lifetime(ended: Object) -> str:
    """A container that the runtime could not start has 1970 as the time of its start."""
    started, finished = real_time(ended.get("startedAt")), real_time(ended.get("finishedAt"))
    if started is None:
        return ", it never started"
    return f", after {span((finished - started).total_seconds())}" if finished else ""
