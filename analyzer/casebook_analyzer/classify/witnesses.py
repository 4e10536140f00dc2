"""Who says a thing: facts agree only when different witnesses say them.

Kinds of facts are not that. A node agent that repeats a kernel line in an Event and in a condition is one witness in
three kinds, and the kubelet that writes the same message into a status and an Event has made one observation.
"""

from collections.abc import Iterable, Sequence

import msgspec

from casebook_analyzer.classify.exit_codes import TELLING, exit_code
from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.text import LINE_BREAK

_KUBELET_CONDITIONS = frozenset({"Ready", "MemoryPressure", "DiskPressure", "PIDPressure"})
"""pkg/kubelet/nodestatus/setters.go. All others are set by agents that read the kernel's log or ask a driver."""
_SCHEDULER_REASONS = frozenset({"FailedScheduling", "Preempted", "Scheduled", "Unschedulable"})
_CONTROLLER_REASONS = frozenset({"FailedCreate", "ReplicaFailure", "ProgressDeadlineExceeded", "BackoffLimitExceeded"})
_NODE_CONTROLLER = frozenset({"NodeNotReady", "NodeNotSchedulable", "TaintManagerEviction", "DeletingNode"})
_ONE_RECORD = frozenset({"kernel", "change", "object", "metric", "alert"})
"""Witnesses whose facts are all of one reading: an agent repeats a kernel line in every form that it has."""
_DAILY_EVENTS = frozenset({"BackOff", "Scheduled", "Pulling", "Pulled", "Created", "Started", "SuccessfulCreate"})
"""Of the life of any pod, or what the kubelet does about any failure."""
_SETTINGS = frozenset({"root", "memoryLimit", "mounted"})
"""Attributes of what a container was told to be: nobody saw it fail."""
_BLAND_REASONS = frozenset({"", "Error", "Completed"})


class Agreement(msgspec.Struct, frozen=True):
    """How much of the evidence is independent."""

    witnesses: int
    """Witnesses that say something specific."""
    bland: int
    """Witnesses that only say what every failing pod has, such as an exit code 1."""
    repeated: bool
    """Whether one witness says it in two different records."""

    @property
    def is_single(self) -> bool:
        """Whether one witness said all of it, in one record."""
        return self.witnesses + self.bland <= 1 and not self.repeated


class Witnesses:
    """Tells the witness of each fact of one bundle."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._kernel_lines = [fact for fact in facts if fact.kind is FactKind.KERNEL]

    def agreement(self, facts: Iterable[Fact]) -> Agreement:
        """Count the independent witnesses behind some facts."""
        records: dict[str, set[tuple[FactKind, str | None]]] = {}
        bland: set[str] = set()
        for fact in facts:
            who = self.of(fact)
            if is_bland(fact):
                bland.add(who)
            else:
                records.setdefault(who, set()).add((fact.kind, fact.attributes.get("reason")))
        repeated = any(len(said) > 1 for who, said in records.items() if who not in _ONE_RECORD)
        return Agreement(witnesses=len(records), bland=len(bland - records.keys()), repeated=repeated)

    def of(self, fact: Fact) -> str:
        """The witness of a fact, by a short name: ``kubelet``, ``kernel``, ``program app`` ..."""
        match fact.kind:
            case FactKind.KERNEL:
                return "kernel"
            case FactKind.LOG:
                return f"program {fact.attributes.get('container', '')}"
            case FactKind.STATE | FactKind.EVENT:
                return "kernel" if self._repeats_the_kernel(fact) else _component(fact)
            case FactKind.NODE:
                return "kubelet" if fact.attributes.get("condition") in _KUBELET_CONDITIONS else "kernel"
            case FactKind.COMMAND:
                return f"command {fact.attributes.get('command', '')}"
            case FactKind.CHANGE | FactKind.OBJECT | FactKind.METRIC | FactKind.ALERT:
                return fact.kind.value

    def _repeats_the_kernel(self, fact: Fact) -> bool:
        text = _plain(fact.text)
        return any(line.source == fact.source and _plain(line.text) in text for line in self._kernel_lines)


def _component(fact: Fact) -> str:
    reason, component = fact.attributes.get("reason"), fact.attributes.get("component", "")
    if reason in _SCHEDULER_REASONS or "scheduler" in component or fact.attributes.get("condition") == "PodScheduled":
        return "scheduler"
    if reason in _CONTROLLER_REASONS:
        return "controller"
    if reason in _NODE_CONTROLLER:
        return "node controller"
    return component or "kubelet"


def is_bland(fact: Fact) -> bool:
    """Whether every failing pod has such a fact: it agrees with anything."""
    reason, code = fact.attributes.get("reason", ""), exit_code(fact)
    if fact.kind is FactKind.EVENT:
        return reason in _DAILY_EVENTS
    if fact.kind is not FactKind.STATE:
        return False
    if code is None:
        is_setting = "state" not in fact.attributes and not _SETTINGS.isdisjoint(fact.attributes)
        return is_setting or reason == "CrashLoopBackOff" or fact.attributes.get("state") == "running"
    return code not in TELLING and reason in _BLAND_REASONS


def _plain(text: str) -> str:
    return " ".join(text.replace(LINE_BREAK, " ").split())
