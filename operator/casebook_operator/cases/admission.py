"""Which Investigations Casebook refuses to carry out.

A person who may create Investigations in one namespace must not read logs of another through the operator's eyes.
"""

from casebook_analyzer.models import Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.kube import paths
from casebook_operator.scope import Scope


def refusal(case: Investigation, scope: Scope) -> str:
    """Why an Investigation is refused, as a sentence for people; empty when it is carried out."""
    if case.subject.kind == "Outage" and case.signal.trigger is Trigger.MANUAL:
        return "An Outage is nothing in the cluster that could be looked at: ask about one of those that it names."
    if case.subject.kind in paths.CLUSTER_SCOPED:
        return _cluster_refusal(case, scope)
    return _workload_refusal(case, scope)


def _cluster_refusal(case: Investigation, scope: Scope) -> str:
    subject, origin = case.subject, case.signal.origin
    if case.namespace != scope.home:
        return (
            f"Investigations of nodes, and of other objects without a namespace, belong into the namespace "
            f"{scope.home}; create it there."
        )
    if case.signal.trigger is not Trigger.OVERFLOW and not scope.watches(subject.kind, ""):
        return f"A {subject.kind.lower()} is outside: watched are {scope}."
    if origin.kind != subject.kind or origin.name != subject.name:
        return f"spec.signal.originRef must name the {subject.kind.lower()} of spec.subjectRef."
    return ""


def _workload_refusal(case: Investigation, scope: Scope) -> str:
    subject, origin = case.subject, case.signal.origin
    if subject.namespace != case.namespace:
        return (
            f"spec.subjectRef.namespace is {subject.namespace}, but an Investigation may only look into its own "
            f"namespace. Create it in {subject.namespace}."
        )
    if origin.kind in paths.CLUSTER_SCOPED:
        return f"spec.signal.originRef of a {subject.kind} must be an object of its namespace, and no {origin.kind}."
    if origin.namespace != case.namespace:
        return "spec.signal.originRef must be in the Investigation's own namespace."
    at_home = case.signal.trigger is Trigger.OUTAGE and case.namespace == scope.home
    if not at_home and not scope.watches(subject.kind, subject.namespace):
        return f"The namespace {subject.namespace} is outside: watched are {scope}."
    return ""
