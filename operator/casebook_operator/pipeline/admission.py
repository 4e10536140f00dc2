"""Which Investigations Casebook refuses to carry out.

A person who may create Investigations in one namespace must not read logs of another through the operator's eyes.
"""

from casebook_operator.investigation import Investigation


def refusal(case: Investigation, node_namespace: str) -> str:
    """Why an Investigation is refused, or an empty string."""
    subject, origin = case.subject, case.signal.origin
    if subject.kind == "Node":
        if case.namespace != node_namespace:
            return f"Investigations of nodes belong into the namespace {node_namespace}; create it there."
        if origin.kind != "Node" or origin.name != subject.name:
            return "spec.signal.originRef must name the node of spec.subjectRef."
        return ""
    if subject.namespace != case.namespace:
        return (
            f"spec.subjectRef.namespace is {subject.namespace}, but an Investigation may only look into its own "
            f"namespace. Create it in {subject.namespace}."
        )
    if origin.namespace != case.namespace:
        return "spec.signal.originRef must be in the Investigation's own namespace."
    return ""
