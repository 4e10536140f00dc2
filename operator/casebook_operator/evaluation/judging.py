"""Whether the answers are about the right objects."""

from casebook_analyzer.models import Conclusion, Entity
from casebook_operator.evaluation.labels import LabelledCase
from casebook_operator.offline import Finding, Snapshot
from casebook_operator.offline.normalise import Key
from casebook_operator.offline.relation import above, family, nodes_of, trigger_key


def detected(case: LabelledCase, snapshot: Snapshot, findings: tuple[Finding, ...]) -> bool | None:
    """Whether the signals alone open a case of the right subject.

    The right one is what ``expected.yaml`` names; else the trigger's object, what owns it or is owned by it, or its
    node. A kernel log that names no node has one right subject: the node that wrote it.
    """
    if case.expected.healthy:
        return None
    subjects = {str(finding.subject) for finding in findings}
    if case.expected.subject:
        return case.expected.subject in subjects
    trigger = snapshot.bundle.trigger
    if trigger is None or not trigger.name:
        return bool(findings)
    near = family(snapshot, trigger_key(snapshot, trigger))
    right = {_text(key) for key in near} | {f"Node/{name}" for name in nodes_of(snapshot, near)}
    return not right.isdisjoint(subjects)


def entity_hit(case: LabelledCase, snapshot: Snapshot, conclusion: Conclusion) -> bool | None:
    """Whether the affected entities name what is broken. None when the case does not say what that is.

    They must name all entities that are expected; without any, the trigger's object or its owner.
    """
    named = {str(entity) for entity in conclusion.entities}
    if case.expected.entities:
        return named.issuperset(case.expected.entities)
    trigger = snapshot.bundle.trigger
    if trigger is None or not trigger.name or snapshot.bundle.kernel_only:
        return None
    return not named.isdisjoint(_text(key) for key in above(snapshot, trigger_key(snapshot, trigger)))


def _text(key: Key) -> str:
    kind, namespace, name = key
    return str(Entity(kind=kind, namespace=namespace, name=name))
