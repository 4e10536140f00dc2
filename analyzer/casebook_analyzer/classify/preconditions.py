"""What advice rests on, where the evidence may say that it is not so: a revision or a run before, another node."""

import re

from casebook_analyzer.models import EvidenceBundle, FactKind

_WITH_REVISIONS = frozenset({"Deployment", "StatefulSet", "DaemonSet"})
"""What ``kubectl rollout`` knows (kubectl pkg/cmd/rollout)."""
_PREVIOUS = " --previous"
_DRAIN = re.compile(
    r"\b(?:(?P<begins>Cordon and drain|Drain)|drain|cordon and drain) (?P<node>the node\b|node \S*[^\s,;.])"
)
_SOLE = re.compile(r"^nodes of the cluster: 1, .* it is the control plane$")
"""What the collector of neighbours notes that it has looked for."""


def revised(bundle: EvidenceBundle) -> str:
    """The workload as ``kubectl rollout`` names it; empty where no revision came before, or none ever does."""
    kind, name = bundle.subject.kind, bundle.subject.name
    if kind == "ReplicaSet":
        return "its Deployment"
    if kind not in _WITH_REVISIONS:
        return ""
    changes = (fact.attributes for fact in bundle.facts if fact.kind is FactKind.CHANGE)
    is_first = any(of.get("change") == "created" and of.get("object") == f"{kind} {name}" for of in changes)
    return "" if is_first else f"{kind}/{name}"


def possible(command: str, bundle: EvidenceBundle) -> str:
    """A command for the log of the run before is one for the log that there is, where no container ran before."""
    return command.replace(_PREVIOUS, "") if _PREVIOUS in command and _is_first_run(bundle) else command


def feasible(do: str, bundle: EvidenceBundle) -> str:
    """Advice without a drain where the cluster has no other node: evicted pods would only wait."""
    if not any(_SOLE.search(sought) for sought in bundle.looked_for):
        return do
    return _DRAIN.sub(_stopped, do)


def _stopped(drain: re.Match[str]) -> str:
    stop = "Stop" if drain["begins"] else "stop"
    return f"{stop} what runs on {drain['node']} (no other node can take it)"


def _is_first_run(bundle: EvidenceBundle) -> bool:
    container = bundle.signal.container or bundle.subject.container
    told = (fact.attributes for fact in bundle.facts if fact.kind is FactKind.STATE)
    counted = [of for of in told if "restartCount" in of and (not container or of.get("container") == container)]
    return {of["restartCount"] for of in counted} == {"0"}
