"""Whose container or pod a sentence is about, where nothing in a summary says it: some readers see nothing else."""

import re

from casebook_analyzer.models import SubjectRef

_HASH = re.compile(r"-[bcdfghjklmnpqrstvwxz2456789]{8,10}$")
"""What a Deployment puts behind its name for that of a ReplicaSet (apimachinery util/rand ``SafeEncodeString``)."""
_CONTAINER = re.compile(r"\bcontainer (?P<name>[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w-]| of\b)")
_PART = re.compile(r"\b(?:[Tt]he|[Aa]) (?P<part>pod|container|schedule)\b(?!['-]| (?:of|before)\b)")
_WHOLE = re.compile(r"\b(?:[Tt]he|[Aa]) (?P<kind>workload|autoscaler|node|Job|CronJob|Service)\b(?!['-]| of\b)")
_KINDS = {"node": "Node", "autoscaler": "HorizontalPodAutoscaler"}


def name_of(subject: SubjectRef) -> str:
    """The name that people gave a workload: of a ReplicaSet that of its Deployment."""
    return _HASH.sub("", subject.name) if subject.kind == "ReplicaSet" else subject.name


def with_owner(sentence: str, subject: SubjectRef, container: str, beside: str) -> str:
    """The sentence with the name of its workload, once, where it speaks of a part of it.

    Args:
        sentence: Of the rule.
        subject: What fails.
        container: The one that fails, where one does.
        beside: The rest of the summary, which may name the workload too.
    """
    name = name_of(subject)
    if name in f"{sentence} {beside}":
        return sentence
    of = next((one for one in _CONTAINER.finditer(sentence) if one["name"] == container), None)
    if of is not None:
        return f"{sentence[: of.end()]} of {name}{sentence[of.end() :]}"
    for whole in _WHOLE.finditer(sentence):
        kind = _KINDS.get(whole["kind"], whole["kind"])
        if kind in ("workload", subject.kind) or (kind, subject.kind) == ("Job", "CronJob"):
            joint = " of" if (kind, subject.kind) == ("Job", "CronJob") else ""
            return f"{sentence[: whole.end()]}{joint} {name}{sentence[whole.end() :]}"
    part = _PART.search(sentence) if subject.kind != "Node" else None
    if part is not None:
        joint = "" if part["part"] == subject.kind.casefold() else " of"
        return f"{sentence[: part.end()]}{joint} {name}{sentence[part.end() :]}"
    return sentence
