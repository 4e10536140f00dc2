"""What advice rests on, where the evidence may say that it is not so: a revision to go back to, a run before."""

from casebook_analyzer.models import EvidenceBundle, FactKind

_WITH_REVISIONS = frozenset({"Deployment", "StatefulSet", "DaemonSet"})
"""What ``kubectl rollout`` knows (kubectl pkg/cmd/rollout)."""
_PREVIOUS = " --previous"


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


def _is_first_run(bundle: EvidenceBundle) -> bool:
    container = bundle.signal.container or bundle.subject.container
    told = (fact.attributes for fact in bundle.facts if fact.kind is FactKind.STATE)
    counted = [of for of in told if "restartCount" in of and (not container or of.get("container") == container)]
    return {of["restartCount"] for of in counted} == {"0"}
